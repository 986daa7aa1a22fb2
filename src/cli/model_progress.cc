#include "cli/model_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "cli/terminal.h"

namespace partita::cli {
namespace {

constexpr std::size_t kBarWidth = 20;
constexpr std::chrono::milliseconds kTerminalInterval{100};
constexpr std::chrono::seconds kLogInterval{5};
// To the start of the line, and clear it.
constexpr std::string_view kFresh = "\r\x1B[K";

std::chrono::milliseconds interval(bool is_terminal) {
  return is_terminal ? kTerminalInterval : kLogInterval;
}

}  // namespace

std::string progress_bar(std::uint64_t done, std::uint64_t total) {
  const double share = static_cast<double>(done) / static_cast<double>(total);
  const auto filled = static_cast<std::size_t>(share * kBarWidth);
  return std::string(filled, '#') + std::string(kBarWidth - filled, ' ');
}

std::string progress_text(std::string_view activity, std::uint64_t done,
                          std::optional<std::uint64_t> total) {
  if (total && *total > 0) return fmt::format("{}: {} of {}", activity, done, *total);
  return done > 0 ? fmt::format("{}: {}", activity, done) : std::string(activity);
}

ProgressLine::ProgressLine(const Clock& clock)
    : clock_(clock),
      is_terminal_(::isatty(STDERR_FILENO) == 1),
      next_(clock.monotonic_now() + interval(is_terminal_)) {}

ProgressLine::~ProgressLine() {
  if (is_dirty_) print_aside(kFresh);
}

void ProgressLine::show(std::string_view activity, std::uint64_t done,
                        std::optional<std::uint64_t> total) {
  if (clock_.monotonic_now() < next_) return;
  next_ = clock_.monotonic_now() + interval(is_terminal_);
  const std::string text = progress_text(activity, done, total);
  if (is_terminal_) {
    const bool has_bar = total && *total > 0;
    const std::string bar =
        has_bar ? fmt::format("[{}]  ", progress_bar(std::min(done, *total), *total)) : "";
    print_aside(fmt::format("{}{}{}", kFresh, bar, text));
    is_dirty_ = true;
  } else {
    print_aside(fmt::format("partita: {}\n", text));
  }
}

registry::Report ProgressLine::report() {
  return [this](const registry::ApplyProgress& progress) {
    show(fmt::format("{}: {}", progress.table, progress.activity), progress.done, progress.total);
    return true;
  };
}

}  // namespace partita::cli
