#pragma once

#include <atomic>
#include <coroutine>
#include <cstddef>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "partita/base/task.h"

namespace partita {

// The counter with which when_all waits until all of its tasks have ended.
class WhenAllGate {
 public:
  // One more than the number of tasks, because the waiting coroutine counts, too.
  explicit WhenAllGate(std::size_t tasks) : missing_(tasks + 1) {}

  // Called when a task has ended. The last call resumes the waiting coroutine, which may destroy
  // the gate.
  void arrive() {
    if (missing_.fetch_sub(1, std::memory_order_acq_rel) == 1) waiter_.resume();
  }

  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> waiter) noexcept {
    waiter_ = waiter;
    return missing_.fetch_sub(1, std::memory_order_acq_rel) != 1;
  }
  void await_resume() const noexcept {}

 private:
  std::atomic<std::size_t> missing_;
  std::coroutine_handle<> waiter_ = nullptr;
};

// Runs tasks at the same time: each starts, in their order, and runs until it waits; when all are
// done, their answers are returned in the order of the tasks. An error is an answer like any other:
// no task is skipped or cancelled because another one failed. If tasks throw, the exception of the
// first of them is rethrown when all have ended.
// Tasks that never wait run one after the other, at little more cost than awaiting them in turn.
// THREADS: the tasks may end on different threads. On an executor of one thread they never run at
// the same instant, so they may share what belongs to that thread.
template <typename T>
Task<std::vector<T>> when_all(std::vector<Task<T>> tasks) {
  struct Slot {
    std::optional<T> answer;
    std::exception_ptr exception;
  };
  const auto fill = [](Task<T> task, Slot& slot, WhenAllGate& gate) -> Detached {
    try {
      // Its frame is gone before anybody goes on: it may refer to what they own.
      Task<T> own = std::move(task);
      slot.answer.emplace(co_await std::move(own));
    } catch (...) {
      slot.exception = std::current_exception();
    }
    gate.arrive();
  };
  std::vector<Slot> slots(tasks.size());
  WhenAllGate gate(tasks.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) fill(std::move(tasks[i]), slots[i], gate);
  co_await gate;
  std::vector<T> answers;
  answers.reserve(slots.size());
  for (Slot& slot : slots) {
    if (slot.exception) std::rethrow_exception(slot.exception);
    answers.push_back(std::move(*slot.answer));
  }
  co_return answers;
}

}  // namespace partita
