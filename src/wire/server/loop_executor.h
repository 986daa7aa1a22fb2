#pragma once

#include <chrono>
#include <coroutine>
#include <deque>
#include <functional>

#include "partita/base/executor.h"
#include "wire/server/asio.h"

namespace partita::server {

// Lets coroutines go on in an event loop: one that waits for the engine comes back to the loop that
// serves its connection.   THREADS: safe for concurrent calls.
// What was posted and has not run when the loop's context is destroyed never runs.
class LoopExecutor final : public Executor {
 public:
  explicit LoopExecutor(asio::io_context& context) : context_(context) {}

  void post(std::coroutine_handle<> work) override;
  void post_all(std::span<const std::coroutine_handle<>> work) override;
  void post_after(std::chrono::nanoseconds delay, std::coroutine_handle<> work) override;
  void post_behind(std::coroutine_handle<> work) override;
  // As post_behind, for what is no coroutine.
  void run_behind(std::function<void()> work);

 private:
  void post_next_behind();

  asio::io_context& context_;
  // What was posted behind; while there is some, the context has a handler for the first of it.
  std::deque<std::function<void()>> behind_;
};

}  // namespace partita::server
