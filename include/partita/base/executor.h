#pragma once

#include <chrono>
#include <condition_variable>
#include <coroutine>
#include <deque>
#include <map>
#include <span>

#include "partita/base/clock.h"
#include "partita/base/mutex.h"

namespace partita {

// Resumes coroutines after they have waited. A coroutine that waits for another thread remembers
// the executor on which it ran, and is posted to it when the wait is over. So the code of a
// coroutine always runs on the thread of its executor.
//
// A program with an event loop of its own derives an Executor that posts to that loop, and makes it
// current (ExecutorScope) on the loop's thread:
//
//   class LoopExecutor : public partita::Executor {
//     void post(std::coroutine_handle<> work) override {
//       loop_.call_soon([work] { work.resume(); });
//     }
//     void post_after(std::chrono::nanoseconds delay, std::coroutine_handle<> work) override {
//       loop_.call_later(delay, [work] { work.resume(); });
//     }
//     ...
//   };
//
// REQUIRES of implementations: every posted handle is resumed once, never inside of post.
// THREADS: post, post_all and post_after are safe for concurrent calls from any thread.
class Executor {
 public:
  virtual ~Executor() = default;
  virtual void post(std::coroutine_handle<> work) = 0;
  // Posts all of them in order. An implementation may wake its thread once for all.
  virtual void post_all(std::span<const std::coroutine_handle<>> work) {
    for (const auto one : work) post(one);
  }
  virtual void post_after(std::chrono::nanoseconds delay, std::coroutine_handle<> work) = 0;
  // Posts work of low priority: it runs when nothing else is waiting, one piece at a time, and
  // other work that is posted in between runs first.   REQUIRES: called on the executor's own
  // thread.
  virtual void post_behind(std::coroutine_handle<> work) { post(work); }

  // The executor that runs the calling thread's code, or null outside of any.
  static Executor* current();
};

// Makes an executor the current one of this thread until the scope ends.
class ExecutorScope {
 public:
  explicit ExecutorScope(Executor& executor);
  ~ExecutorScope();
  ExecutorScope(const ExecutorScope&) = delete;
  ExecutorScope& operator=(const ExecutorScope&) = delete;

 private:
  Executor* previous_;
};

// An executor for a thread that does nothing else: run() resumes posted work until stop is called.
// THREADS: one thread calls run; all other functions are safe for concurrent calls.
class RunLoop final : public Executor {
 public:
  void post(std::coroutine_handle<> work) override;
  void post_after(std::chrono::nanoseconds delay, std::coroutine_handle<> work) override;

  // Runs posted work on the calling thread until stop() was called.
  void run();
  void stop();

 private:
  std::coroutine_handle<> next();

  Mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::coroutine_handle<>> ready_ PARTITA_GUARDED_BY(mutex_);
  std::multimap<MonotonicTime, std::coroutine_handle<>> later_ PARTITA_GUARDED_BY(mutex_);
  bool is_stopped_ PARTITA_GUARDED_BY(mutex_) = false;
};

// `co_await pause(100us)`: continues after the delay, on the same executor.
// REQUIRES: the coroutine runs on an executor.
inline auto pause(std::chrono::nanoseconds delay) {
  struct Awaiter {
    std::chrono::nanoseconds delay;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> waiter) const {
      Executor::current()->post_after(delay, waiter);
    }
    void await_resume() const noexcept {}
  };
  return Awaiter{delay};
}

// `co_await give_way()`: lets all other work that is waiting on this executor run first. For a
// coroutine that has kept its thread busy for long. Continues at once if there is no executor.
inline auto give_way() {
  struct Awaiter {
    bool await_ready() const noexcept { return Executor::current() == nullptr; }
    void await_suspend(std::coroutine_handle<> waiter) const {
      Executor::current()->post_behind(waiter);
    }
    void await_resume() const noexcept {}
  };
  return Awaiter{};
}

}  // namespace partita
