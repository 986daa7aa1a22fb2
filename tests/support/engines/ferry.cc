#include "support/engines/ferry.h"

#include "partita/base/check.h"

namespace partita::testing {
namespace {

constexpr std::uint64_t kYieldsMax = 3;

}  // namespace

Ferry::Ferry(std::uint64_t seed) : random_(seed), thread_([this] { run(); }) {}

Ferry::~Ferry() {
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Ferry::board(std::coroutine_handle<> waiter) {
  Executor* const executor = Executor::current();
  PARTITA_CHECK(executor != nullptr);
  const std::lock_guard lock(mutex_);
  waiting_.push_back({executor, waiter});
  changed_.notify_one();
}

void Ferry::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_stopped_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    // Others may come meanwhile, and overtake.
    for (std::uint64_t i = random_.below(kYieldsMax + 1); i > 0; --i) {
      lock.unlock();
      std::this_thread::yield();
      lock.lock();
    }
    std::swap(waiting_[random_.below(waiting_.size())], waiting_.back());
    const Passenger next = waiting_.back();
    waiting_.pop_back();
    lock.unlock();
    next.executor->post(next.waiter);
    lock.lock();
  }
}

}  // namespace partita::testing
