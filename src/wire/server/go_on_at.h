#pragma once

#include <coroutine>

#include "partita/base/executor.h"

namespace partita::server {

// `co_await GoOnAt{executor}`: the coroutine goes on there; at once if it is there already.
struct GoOnAt {
  Executor& executor;

  bool await_ready() const noexcept { return Executor::current() == &executor; }
  void await_suspend(std::coroutine_handle<> waiter) const { executor.post(waiter); }
  void await_resume() const noexcept {}
};

}  // namespace partita::server
