#include "server/loop_executor.h"

#include <boost/asio/post.hpp>
#include <memory>
#include <vector>

namespace partita::server {

void LoopExecutor::post(std::coroutine_handle<> work) {
  asio::post(context_, [work] { work.resume(); });
}

void LoopExecutor::post_all(std::span<const std::coroutine_handle<>> work) {
  asio::post(context_, [all = std::vector(work.begin(), work.end())] {
    for (const auto one : all) one.resume();
  });
}

void LoopExecutor::post_after(std::chrono::nanoseconds delay, std::coroutine_handle<> work) {
  auto timer = std::make_unique<IoTimer>(context_, delay);
  auto& waiting = *timer;
  waiting.async_wait([timer = std::move(timer), work](const IoErrorCode&) { work.resume(); });
}

}  // namespace partita::server
