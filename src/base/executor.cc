#include "partita/base/executor.h"

namespace partita {
namespace {

thread_local Executor* current_executor = nullptr;

}  // namespace

Executor* Executor::current() { return current_executor; }

ExecutorScope::ExecutorScope(Executor& executor) : previous_(current_executor) {
  current_executor = &executor;
}

ExecutorScope::~ExecutorScope() { current_executor = previous_; }

void RunLoop::post(std::coroutine_handle<> work) {
  const MutexLock lock(mutex_);
  ready_.push_back(work);
  // Notified under the lock: the loop may be gone as soon as its thread has seen the work.
  changed_.notify_one();
}

void RunLoop::post_after(std::chrono::nanoseconds delay, std::coroutine_handle<> work) {
  const MutexLock lock(mutex_);
  later_.emplace(Clock::system().monotonic_now() + delay, work);
  changed_.notify_one();
}

void RunLoop::run() {
  const ExecutorScope scope(*this);
  while (const auto work = next()) work.resume();
}

void RunLoop::stop() {
  const MutexLock lock(mutex_);
  is_stopped_ = true;
  changed_.notify_one();
}

// The next piece of work, or null once stopped.
std::coroutine_handle<> RunLoop::next() {
  MutexLock lock(mutex_);
  while (!is_stopped_) {
    if (!later_.empty() && later_.begin()->first <= Clock::system().monotonic_now()) {
      ready_.push_back(later_.begin()->second);
      later_.erase(later_.begin());
    }
    if (!ready_.empty()) {
      const auto work = ready_.front();
      ready_.pop_front();
      return work;
    }
    if (later_.empty()) {
      changed_.wait(lock.native());
    } else {
      changed_.wait_until(lock.native(), MonotonicTime(later_.begin()->first));
    }
  }
  return nullptr;
}

}  // namespace partita
