#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

#include "partita/base/check.h"
#include "partita/base/executor.h"

namespace partita {

// The result of an operation that may have to wait: either an answer that is already available, or
// a coroutine that starts when it is awaited. A function that can answer at once returns
// `Task<T>::ready(answer)`, without an allocation; for the caller there is no difference:
//   const auto status = co_await transaction.commit();
// A task may be awaited once. If it is destroyed without being awaited, it never starts. An
// exception of the coroutine is rethrown where the task is awaited.
// REQUIRES: a task that has started is not destroyed before it has ended; objects to which its
// arguments refer live until then.
// THREADS: one thread at a time. A coroutine is resumed where it was awaited
// (partita/base/executor.h).
template <typename T>
class [[nodiscard]] Task {
 public:
  struct promise_type;
  using Handle = std::coroutine_handle<promise_type>;

  static Task ready(T answer) { return Task(std::move(answer)); }

  Task(Task&& other) noexcept
      : answer_(std::move(other.answer_)), handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&&) = delete;
  Task(const Task&) = delete;
  ~Task() {
    if (handle_) handle_.destroy();
  }

  bool is_ready() const noexcept { return !handle_ || handle_.done(); }

  bool await_ready() const noexcept { return is_ready(); }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiter) noexcept {
    handle_.promise().waiter = waiter;
    return handle_;
  }
  T await_resume() { return take(); }

  // The answer of a task that is ready.
  T take() {
    PARTITA_CHECK(is_ready());
    if (!handle_) return std::move(*answer_);
    if (handle_.promise().exception) std::rethrow_exception(handle_.promise().exception);
    return std::move(*handle_.promise().answer);
  }

 private:
  explicit Task(T answer) : answer_(std::move(answer)) {}
  explicit Task(Handle handle) : handle_(handle) {}

  std::optional<T> answer_;
  Handle handle_ = nullptr;
};

template <typename T>
struct Task<T>::promise_type {
  // Resumes the waiting coroutine directly, so a chain of tasks does not grow the stack.
  struct ResumeWaiter {
    bool await_ready() const noexcept { return false; }
    std::coroutine_handle<> await_suspend(Handle finished) const noexcept {
      const auto next = finished.promise().waiter;
      return next ? next : std::noop_coroutine();
    }
    void await_resume() const noexcept {}
  };

  Task get_return_object() { return Task(Handle::from_promise(*this)); }
  std::suspend_always initial_suspend() const noexcept { return {}; }
  ResumeWaiter final_suspend() const noexcept { return {}; }
  template <typename Answer>
  void return_value(Answer&& value) {
    answer.emplace(std::forward<Answer>(value));
  }
  void unhandled_exception() noexcept { exception = std::current_exception(); }

  std::optional<T> answer;
  std::exception_ptr exception;
  std::coroutine_handle<> waiter = nullptr;
};

// A coroutine that nobody awaits: it starts at once and frees itself when it ends. An exception in
// it terminates the process.
struct Detached {
  struct promise_type {
    Detached get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    void unhandled_exception() const noexcept { std::terminate(); }
  };
};

// Runs a task to its end on the calling thread, which blocks: for programs and tests that have
// no executor of their own.
template <typename T>
T sync_wait(Task<T> task) {
  if (task.is_ready()) return task.take();
  RunLoop loop;
  std::optional<T> answer;
  const auto finish = [](Task<T> waited, std::optional<T>& target, RunLoop& done) -> Detached {
    target.emplace(co_await std::move(waited));
    done.stop();
  };
  {
    const ExecutorScope scope(loop);
    finish(std::move(task), answer, loop);
  }
  loop.run();
  return std::move(*answer);
}

}  // namespace partita
