#include "cli/server_progress.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "cli/model_client.h"

namespace partita::cli {

ServerProgress::ServerProgress(Ask ask, ProgressLine& line, std::chrono::milliseconds interval)
    : ask_(std::move(ask)), line_(line), interval_(interval), thread_([this] { run(); }) {}

ServerProgress::~ServerProgress() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

bool ServerProgress::wait() {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, interval_, [this] { return is_over_; });
}

void ServerProgress::run() {
  while (!wait()) {
    const auto answer = ask_();
    if (!answer.ok()) return;
    const auto told = parse_answer(*answer);
    if (!told.ok()) return;
    const auto activity = text_in(*told, "activity");
    if (activity.empty()) continue;
    const auto total = count_in(*told, "total");
    line_.show(fmt::format("{}: {}", text_in(*told, "table"), activity),
               static_cast<std::uint64_t>(count_in(*told, "done").value_or(0)),
               total ? std::optional(static_cast<std::uint64_t>(*total)) : std::nullopt);
  }
}

}  // namespace partita::cli
