#include "cli/transfer_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "cli/display_text.h"
#include "cli/model_progress.h"
#include "cli/terminal.h"

namespace partita::cli {
namespace {

// Before that, a rate says nothing.
constexpr double kRateSeconds = 0.5;
constexpr std::string_view kFreshLine = "\r\x1B[K";

std::chrono::milliseconds telling_interval(bool is_terminal) {
  return std::chrono::milliseconds(is_terminal ? 100 : 5000);
}

}  // namespace

std::optional<double> transfer_share(const TransferState& state) {
  const bool has_bytes = state.bytes_total && *state.bytes_total > 0;
  const bool has_items = state.items_total && *state.items_total > 0;
  if (!has_bytes && !has_items) return std::nullopt;
  const double share =
      has_bytes ? static_cast<double>(state.bytes) / static_cast<double>(*state.bytes_total)
                : static_cast<double>(state.items) / static_cast<double>(*state.items_total);
  return std::min(share, 1.0);
}

std::string transfer_line(const TransferState& state) {
  std::string line = grouped_digits(state.items);
  if (state.items_total && *state.items_total >= state.items) {
    line += fmt::format(" of about {}", grouped_digits(*state.items_total));
  }
  line += " items";
  if (state.seconds >= kRateSeconds) {
    const double rate = static_cast<double>(state.items) / state.seconds;
    line += fmt::format(", {} a second", grouped_digits(static_cast<std::uint64_t>(rate)));
  }
  if (state.bytes > 0) line += fmt::format(", {}", bytes_line(state.bytes));
  const auto share = transfer_share(state);
  if (share && *share > 0.01 && *share < 1 && state.seconds >= kRateSeconds) {
    const double left = std::ceil(state.seconds / *share - state.seconds);
    line += fmt::format(", {} left", seconds_line(static_cast<std::uint64_t>(left)));
  }
  return line;
}

TransferProgress::TransferProgress(std::string_view activity, const Clock& clock)
    : activity_(activity),
      clock_(clock),
      is_terminal_(::isatty(STDERR_FILENO) == 1),
      begin_(clock.monotonic_now()),
      next_(begin_ + telling_interval(is_terminal_)) {}

TransferProgress::~TransferProgress() {
  const MutexLock lock(mutex_);
  if (is_dirty_) print_aside(kFreshLine);
}

void TransferProgress::expect_items(std::uint64_t total) {
  const MutexLock lock(mutex_);
  state_.items_total = total;
}

void TransferProgress::expect_bytes(std::uint64_t total) {
  const MutexLock lock(mutex_);
  state_.bytes_total = total;
}

void TransferProgress::add(std::uint64_t items, std::uint64_t bytes) {
  const MutexLock lock(mutex_);
  state_.items += items;
  state_.bytes += bytes;
  if (clock_.monotonic_now() < next_) return;
  next_ = clock_.monotonic_now() + telling_interval(is_terminal_);
  show();
}

TransferState TransferProgress::state() const {
  const MutexLock lock(mutex_);
  return state_now();
}

TransferState TransferProgress::state_now() const {
  TransferState state = state_;
  state.seconds = std::chrono::duration<double>(clock_.monotonic_now() - begin_).count();
  return state;
}

void TransferProgress::show() {
  const TransferState state = state_now();
  const std::string line = fmt::format("{}: {}", activity_, transfer_line(state));
  if (!is_terminal_) {
    print_aside(fmt::format("partita: {}\n", line));
    return;
  }
  constexpr double kSteps = 1000;
  const auto share = transfer_share(state);
  const std::string bar =
      share ? fmt::format("[{}]  ", progress_bar(static_cast<std::uint64_t>(*share * kSteps),
                                                 static_cast<std::uint64_t>(kSteps)))
            : "";
  print_aside(fmt::format("{}{}{}", kFreshLine, bar, line));
  is_dirty_ = true;
}

}  // namespace partita::cli
