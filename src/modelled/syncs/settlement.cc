#include "modelled/syncs/settlement.h"

#include <algorithm>

#include "partita/base/check.h"

namespace partita::syncs {
namespace {

using std::chrono::milliseconds;

// What targets may ask for.
constexpr milliseconds kRetryAfterMost = std::chrono::hours(1);
// Longer ones have no place in a row.
constexpr std::size_t kErrorBytesMax = 500;
constexpr std::uint64_t kDoublingsMax = 30;

void take_from(std::uint64_t& number, std::uint64_t part) { number -= std::min(number, part); }

}  // namespace

void LogWindow::mark_settled(std::uint64_t stamp) {
  const auto row = std::ranges::lower_bound(rows, stamp, {}, &Row::stamp);
  PARTITA_CHECK(row != rows.end() && row->stamp == stamp);
  row->is_settled = true;
}

void note_window(SyncState& state, const LogWindow& window) {
  if (window.rows.empty()) return;
  const std::set<std::uint64_t> before(state.beyond.begin(), state.beyond.end());
  state.cursor = window.end;
  state.beyond.clear();
  for (const LogWindow::Row& row : window.rows) {
    const bool is_counted = row.stamp < state.counted_to;
    if (!row.is_settled) state.cursor = std::min(state.cursor, row.stamp);
    if (row.is_settled && row.stamp > state.cursor) state.beyond.push_back(row.stamp);
    if (row.is_settled && is_counted && !before.contains(row.stamp)) {
      take_from(state.pending_events, 1);
      take_from(state.pending_bytes, row.bytes);
    }
    if (!row.is_settled && !is_counted) {
      ++state.pending_events;
      state.pending_bytes += row.bytes;
    }
  }
  state.counted_to = std::max(state.counted_to, window.end);
  if (window.is_at_end && state.cursor == window.end)
    state.pending_events = state.pending_bytes = 0;
}

milliseconds pause_after(std::uint64_t failures, milliseconds first, milliseconds most,
                         Random& random) {
  const std::uint64_t doublings = std::min(failures > 0 ? failures - 1 : 0, kDoublingsMax);
  const auto longest = std::min<std::int64_t>(first.count() << doublings, most.count());
  const auto half = std::max<std::int64_t>(longest / 2, 1);
  return milliseconds(
      half + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(half) + 1)));
}

void note_target(SyncState& state, const TargetOutcome& outcome, std::int64_t now,
                 const Pauses& pauses, Random& random) {
  state.delivered += outcome.delivered;
  if (outcome.delivered > 0) state.delivered_at = now;
  if (outcome.failure == nullptr) {
    if (!outcome.was_tried) return;
    state.failures = 0;
    state.failing_since = state.retry_at = 0;
    state.error.clear();
    return;
  }
  ++state.failures;
  if (state.failing_since == 0) state.failing_since = now;
  state.error = outcome.failure->error.substr(0, kErrorBytesMax);
  if (outcome.failure->is_gone) state.mode = SyncMode::Stopped;
  auto pause = pause_after(state.failures, pauses.first, pauses.of_target_most, random);
  if (outcome.failure->retry_after) {
    pause = std::max(pause, std::min(*outcome.failure->retry_after, kRetryAfterMost));
  }
  state.retry_at = now + pause.count();
}

HeldItem refused_again(const HeldItem* before, const std::string& error,
                       const RefusalRules& rules) {
  HeldItem item;
  if (before != nullptr) item = *before;
  if (before == nullptr) item.since = rules.now;
  ++item.tries;
  item.error = error.substr(0, kErrorBytesMax);
  const auto pause =
      pause_after(item.tries, rules.pauses.first, rules.pauses.of_event_most, rules.random);
  item.retry_at = item.tries >= rules.tries_max ? 0 : rules.now + pause.count();
  return item;
}

}  // namespace partita::syncs
