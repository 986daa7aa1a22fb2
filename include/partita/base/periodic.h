#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <thread>

#include "partita/base/mutex.h"

namespace partita {

// A thread that calls `work` once in every interval, and at once when it is woken, until it is
// destroyed. Calls never overlap. `work` must not throw.
class Periodic {
 public:
  Periodic(std::chrono::milliseconds interval, std::function<void()> work);
  // Waits for the work under way, then ends the thread. The work does not run again.
  ~Periodic();
  Periodic(const Periodic&) = delete;
  Periodic& operator=(const Periodic&) = delete;

  // Lets the work run soon instead of at the end of the interval.   THREADS: any.
  void wake();

 private:
  void run();

  const std::chrono::milliseconds interval_;
  const std::function<void()> work_;
  Mutex mutex_;
  std::condition_variable changed_;
  bool is_woken_ PARTITA_GUARDED_BY(mutex_) = false;
  bool is_stopped_ PARTITA_GUARDED_BY(mutex_) = false;
  std::thread thread_;  // Last, so that it starts when all else is there.
};

}  // namespace partita
