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
  // What gives way goes on at `beside`, and stays there until it asks to go elsewhere: it has shown
  // that it takes long. Null: it goes on here, behind all else. REQUIRES: both outlive this.
  explicit LoopExecutor(asio::io_context& context, Executor* beside = nullptr)
      : context_(context), beside_(beside) {}

  void post(std::coroutine_handle<> work) override;
  void post_all(std::span<const std::coroutine_handle<>> work) override;
  void post_after(std::chrono::nanoseconds delay, std::coroutine_handle<> work) override;
  void post_behind(std::coroutine_handle<> work) override;
  // Behind all else that is waiting here, for what is no coroutine.
  void run_behind(std::function<void()> work);

  // Whether something has given way since that was forgotten.   REQUIRES: on the executor's own
  // thread.
  bool has_given_way() const { return has_given_way_; }
  void forget_given_way() { has_given_way_ = false; }

 private:
  void post_next_behind();

  asio::io_context& context_;
  Executor* const beside_;
  bool has_given_way_ = false;
  // What was posted behind; while there is some, the context has a handler for the first of it.
  std::deque<std::function<void()>> behind_;
};

}  // namespace partita::server
