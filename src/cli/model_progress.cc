#include "cli/model_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace partita::cli {
namespace {

constexpr std::size_t kBarWidth = 20;
constexpr std::chrono::milliseconds kInterval{100};
// To the start of the line, and clear it.
constexpr std::string_view kFresh = "\r\x1B[K";

}  // namespace

std::string progress_bar(std::uint64_t done, std::uint64_t total) {
  const double share = static_cast<double>(done) / static_cast<double>(total);
  const auto filled = static_cast<std::size_t>(share * kBarWidth);
  return std::string(filled, '#') + std::string(kBarWidth - filled, ' ');
}

ProgressLine::ProgressLine(const Clock& clock)
    : clock_(clock),
      is_shown_(::isatty(STDERR_FILENO) == 1),
      next_(clock.monotonic_now() + kInterval) {}

ProgressLine::~ProgressLine() {
  if (is_dirty_) fmt::print(stderr, "{}", kFresh);
}

void ProgressLine::show(std::string_view activity, std::uint64_t done,
                        std::optional<std::uint64_t> total) {
  if (!is_shown_ || clock_.monotonic_now() < next_) return;
  next_ = clock_.monotonic_now() + kInterval;
  is_dirty_ = true;
  if (total && *total > 0) {
    const auto shown = std::min(done, *total);
    fmt::print(stderr, "{}{}  [{}]  {} of {}", kFresh, activity, progress_bar(shown, *total), done,
               *total);
  } else if (done > 0) {
    fmt::print(stderr, "{}{}  {}", kFresh, activity, done);
  } else {
    fmt::print(stderr, "{}{} ...", kFresh, activity);
  }
  std::fflush(stderr);
}

models::Report ProgressLine::report() {
  return [this](const models::Progress& progress) {
    show(fmt::format("{}: {}", progress.table, progress.activity), progress.done, progress.total);
    return true;
  };
}

}  // namespace partita::cli
