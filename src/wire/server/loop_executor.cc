#include "wire/server/loop_executor.h"

#include <boost/asio/post.hpp>
#include <memory>
#include <utility>
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

void LoopExecutor::post_behind(std::coroutine_handle<> work) {
  has_given_way_ = true;
  if (beside_ != nullptr) return beside_->post(work);
  run_behind([work] { work.resume(); });
}

void LoopExecutor::run_behind(std::function<void()> work) {
  behind_.push_back(std::move(work));
  if (behind_.size() == 1) post_next_behind();
}

// The context looks for what came over its sockets between two handlers that were posted one after
// the other, but not between two that were posted together.
void LoopExecutor::post_next_behind() {
  asio::post(context_, [this] {
    const auto work = std::move(behind_.front());
    behind_.pop_front();
    if (!behind_.empty()) post_next_behind();
    work();
  });
}

}  // namespace partita::server
