#pragma once

#include <atomic>
#include <functional>
#include <thread>

#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::server {

// A thread beside the event loops, for work that takes long: one piece at a time, and none waits
// for another. It is there only while there is work.
// THREADS: safe for concurrent calls.
class SideThread {
 public:
  SideThread() = default;
  // REQUIRES: no run is under way.
  ~SideThread() = default;
  SideThread(const SideThread&) = delete;
  SideThread& operator=(const SideThread&) = delete;

  // Does the work and goes on where it was called, when it is done.
  // REQUIRES: the caller runs on an executor.
  // ERRORS: Conflict if other work is under way; Unavailable if there can be no more threads. The
  // work has not begun then.
  Task<Status> run(std::function<void()> work);

 private:
  std::atomic<bool> is_busy_{false};
  std::thread thread_;  // Only touched by the caller that has set is_busy_.
};

}  // namespace partita::server
