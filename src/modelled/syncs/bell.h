#pragma once

#include <atomic>
#include <functional>

#include "partita/base/mutex.h"

namespace partita::syncs {

// Tells who delivers a log that something may have been appended to it.
// THREADS: safe for concurrent calls.
class Bell {
 public:
  // A write says so when it is buffered, so what it appends may appear a moment after that.
  void ring() {
    // Looked at first: a write to memory that all threads share would cost them all.
    const bool is_first = !is_rung_.load(std::memory_order_relaxed) && !is_rung_.exchange(true);
    if (is_first) call();
  }
  // Whether it has rung since the last call.
  bool take() { return is_rung_.exchange(false); }
  // Calls `wake` once, on the thread of the next write that rings; at once if it has rung since
  // take. Replaces the one of the last call.
  void wake_when_rung(std::function<void()> wake);

 private:
  void call();

  std::atomic<bool> is_rung_{false};
  Mutex mutex_;
  std::function<void()> wake_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::syncs
