#include "partita/base/periodic.h"

namespace partita {

Periodic::Periodic(std::chrono::milliseconds interval, std::function<void()> work)
    : interval_(interval), work_(std::move(work)), thread_([this] { run(); }) {}

Periodic::~Periodic() {
  {
    const MutexLock lock(mutex_);
    is_stopped_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Periodic::wake() {
  {
    const MutexLock lock(mutex_);
    is_woken_ = true;
  }
  changed_.notify_one();
}

void Periodic::run() {
  MutexLock lock(mutex_);
  while (true) {
    changed_.wait_for(lock.native(), interval_,
                      [this]() PARTITA_REQUIRES(mutex_) { return is_woken_ || is_stopped_; });
    if (is_stopped_) return;
    is_woken_ = false;
    lock.unlock();
    work_();
    lock.lock();
  }
}

}  // namespace partita
