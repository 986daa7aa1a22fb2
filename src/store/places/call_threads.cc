#include "store/places/call_threads.h"

namespace partita::places {

CallThreads::~CallThreads() {
  std::vector<std::thread> threads;
  {
    const MutexLock lock(mutex_);
    is_over_ = true;
    threads = std::exchange(threads_, {});
    changed_.notify_all();
  }
  for (std::thread& thread : threads) thread.join();
}

void CallThreads::add(std::function<void()> work) {
  const MutexLock lock(mutex_);
  waiting_.push_back(std::move(work));
  if (idle_ < waiting_.size() && threads_.size() < kThreadsMax) {
    threads_.emplace_back([this] { this->work(); });
  }
  changed_.notify_one();
}

void CallThreads::work() {
  MutexLock lock(mutex_);
  while (true) {
    if (waiting_.empty()) {
      if (is_over_) return;
      ++idle_;
      changed_.wait(lock.native());
      --idle_;
      continue;
    }
    const auto next = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    next();
    lock.lock();
  }
}

}  // namespace partita::places
