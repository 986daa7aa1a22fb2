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

// Where a suspended coroutine goes on. A coroutine that waits for another thread remembers the
// executor it ran on and is handed back to it, so its code never changes threads unawares.
// THREADS: posting is safe for concurrent calls.
class Executor {
 public:
  virtual ~Executor() = default;
  virtual void post(std::coroutine_handle<> work) = 0;
  // Posts them together, in order: one wake-up for all.
  virtual void post_all(std::span<const std::coroutine_handle<>> work) {
    for (const auto one : work) post(one);
  }
  virtual void post_after(std::chrono::nanoseconds delay, std::coroutine_handle<> work) = 0;
  // Posts it behind all else that there is to do; of several, one at a time, with whatever else has
  // come up between them.   REQUIRES: called on the executor's own thread.
  virtual void post_behind(std::coroutine_handle<> work) { post(work); }

  // The executor that runs the calling thread's code, or null outside of any.
  static Executor* current();
};

// Makes an executor the current one of this thread for a while.
class ExecutorScope {
 public:
  explicit ExecutorScope(Executor& executor);
  ~ExecutorScope();
  ExecutorScope(const ExecutorScope&) = delete;
  ExecutorScope& operator=(const ExecutorScope&) = delete;

 private:
  Executor* previous_;
};

// An executor for one thread that has nothing else to do: runs what is posted until stopped.
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

// `co_await pause(100us)`: goes on after the delay, on the same executor.
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

// `co_await give_way()`: a coroutine that has held the thread of its executor for long lets
// everything else that is waiting there run first. Continues at once if there is no executor.
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
