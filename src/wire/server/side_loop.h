#pragma once

#include <thread>

#include "partita/base/executor.h"

namespace partita::server {

// A thread beside the event loops for what takes long: coroutines go on there one step after the
// other. Its priority is lower than theirs, so that on a machine without a core to spare a short
// request of a loop goes first.
class SideLoop {
 public:
  SideLoop();
  // REQUIRES: no coroutine is there any more.
  ~SideLoop();
  SideLoop(const SideLoop&) = delete;
  SideLoop& operator=(const SideLoop&) = delete;

  Executor& executor() { return loop_; }

 private:
  RunLoop loop_;
  std::thread thread_;
};

}  // namespace partita::server
