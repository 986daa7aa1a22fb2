#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "engine/retry.h"
#include "modelled/syncs/deliverer.h"

// What is kept is bounded: delivered events go when nobody may replay them any more, events that
// wait when they have waited for too long or have become too many.

namespace partita::syncs {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kHousePause{1};
constexpr LogLimits kCounted{.events_max = 10'000, .bytes_max = std::size_t{16} << 20};
constexpr LogLimits kErased{.events_max = 1'000, .bytes_max = std::size_t{4} << 20};

std::int64_t before(WallTime date, milliseconds age) {
  return std::chrono::floor<milliseconds>(date).time_since_epoch().count() - age.count();
}

}  // namespace

Task<Result<bool>> Deliverer::keep_house(const SyncPlan& plan) {
  const auto at = tools_.clock.monotonic_now();
  if (at < house_at_) co_return false;
  auto has_more_to_count = co_await count_ahead(plan);
  CO_TRY(has_more_to_count);
  auto has_late = co_await give_up_late(plan);
  CO_TRY(has_late);
  Status held = co_await give_up_held(plan);
  CO_TRY(held);
  auto has_old = co_await trim(plan);
  CO_TRY(has_old);
  const bool has_more = *has_more_to_count || *has_late || *has_old;
  if (!has_more) house_at_ = at + kHousePause;
  co_return has_more;
}

// Only what this turn has seen is changed: after a replay, or if the sync has gone, nothing is.
Task<Status> Deliverer::change_state(
    const SyncPlan& plan, const std::function<void(engine::Transaction&, SyncState&)>& change) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto stored = co_await read_state(transaction, plan.ref());
    CO_TRY(stored);
    if (!*stored || (*stored)->turn != state_.turn) co_return Status{};
    SyncState state = std::move(**stored);
    change(transaction, state);
    transaction.frees_space();
    transaction.put(state_key(plan.ref()), encode_state(state));
    state_ = std::move(state);
    co_return Status{};
  };
  co_return co_await engine::run(tools_.engine, body);
}

// While a target takes what there is, its events are counted as they are settled.
Task<Result<bool>> Deliverer::count_ahead(const SyncPlan& plan) {
  const std::uint64_t from = std::max(state_.counted_to, state_.cursor);
  auto stretch = co_await read_log_stretch(tools_.engine, plan.ref(), from, kCounted);
  CO_TRY(stretch);
  if (stretch->events.empty()) co_return false;
  std::uint64_t bytes = 0;
  for (const LoggedEvent& event : stretch->events) bytes += event.bytes.size();
  Status counted = co_await change_state(plan, [&](engine::Transaction&, SyncState& state) {
    state.pending_events += stretch->events.size();
    state.pending_bytes += bytes;
    state.counted_to = stretch->events.back().stamp + 1;
  });
  CO_TRY(counted);
  co_return !stretch->is_last;
}

Task<Result<bool>> Deliverer::give_up_late(const SyncPlan& plan) {
  const auto date = tools_.clock.trusted_now();
  if (!date || state_.pending_events == 0) co_return false;
  const auto& keep = plan.sync().keep;
  const std::int64_t horizon = before(*date, keep.pending);
  auto stretch = co_await read_log_stretch(tools_.engine, plan.ref(), state_.cursor, kErased);
  CO_TRY(stretch);
  std::uint64_t bytes = state_.pending_bytes;
  LogWindow window;
  std::size_t lost = 0;
  std::vector<std::uint64_t> stamps;
  for (const LoggedEvent& event : stretch->events) {
    const auto head = decode_event_head(event.bytes);
    CO_TRY(head);
    const bool is_late = head->time_ms < horizon || bytes > static_cast<std::uint64_t>(keep.bytes);
    if (!is_late) break;
    const bool was_settled = std::ranges::binary_search(state_.beyond, event.stamp);
    if (!was_settled) ++lost;
    if (!was_settled) bytes -= std::min<std::uint64_t>(bytes, event.bytes.size());
    window.rows.push_back({.stamp = event.stamp, .bytes = event.bytes.size(), .is_settled = true});
    window.end = event.stamp + 1;
  }
  if (lost == 0) co_return false;
  Status given_up = co_await change_state(plan, [&](engine::Transaction&, SyncState& state) {
    // Those behind the stretch that are settled already stay so.
    const auto beyond = state.beyond;
    note_window(state, window);
    state.beyond.clear();
    for (const std::uint64_t stamp : beyond) {
      if (stamp >= window.end) state.beyond.push_back(stamp);
    }
    state.lost += lost;
  });
  CO_TRY(given_up);
  news_ =
      fmt::format("{}: {} events were given up, because they have waited for too long: {} in all",
                  plan.full_name(), lost, state_.lost);
  co_return window.rows.size() == stretch->events.size() && !stretch->is_last;
}

// One item at a time: what waits behind a dead letter has the same limit as all that waits.
Task<Status> Deliverer::give_up_held(const SyncPlan& plan) {
  const auto date = tools_.clock.trusted_now();
  if (!date) co_return Status{};
  const std::int64_t horizon = before(*date, plan.sync().keep.pending);
  const auto late =
      std::ranges::find_if(held_, [&](const auto& each) { return each.second.since < horizon; });
  if (late == held_.end()) co_return Status{};
  const keys::KeyHash item = late->first;
  auto stretch = co_await read_held_events(tools_.engine, plan.ref(), item, kErased);
  CO_TRY(stretch);
  Status given_up =
      co_await change_state(plan, [&](engine::Transaction& transaction, SyncState& state) {
        for (const LoggedEvent& event : stretch->events) {
          transaction.erase(held_event_key(plan.ref(), item, event.stamp));
        }
        if (stretch->is_last) transaction.erase(held_item_key(plan.ref(), item));
        state.lost += stretch->events.size();
        ++state.commands;
      });
  CO_TRY(given_up);
  knows_held_ = false;
  held_.erase(late);
  news_ = fmt::format("{}: {} events were given up with the item that they wait for: {} in all",
                      plan.full_name(), stretch->events.size(), state_.lost);
  co_return Status{};
}

Task<Result<bool>> Deliverer::trim(const SyncPlan& plan) {
  const auto date = tools_.clock.trusted_now();
  if (!date || state_.trimmed_to >= state_.cursor) co_return false;
  const std::int64_t horizon = before(*date, plan.sync().keep.delivered);
  auto stretch = co_await read_log_stretch(tools_.engine, plan.ref(), state_.trimmed_to, kErased);
  CO_TRY(stretch);
  std::vector<std::uint64_t> stamps;
  for (const LoggedEvent& event : stretch->events) {
    const auto head = decode_event_head(event.bytes);
    CO_TRY(head);
    if (event.stamp >= state_.cursor || head->time_ms >= horizon) break;
    stamps.push_back(event.stamp);
  }
  if (stamps.empty()) co_return false;
  Status trimmed =
      co_await change_state(plan, [&](engine::Transaction& transaction, SyncState& state) {
        for (const std::uint64_t stamp : stamps) {
          transaction.erase(log_key(plan.ref(), stamp));
        }
        state.trimmed_to = stamps.back() + 1;
      });
  CO_TRY(trimmed);
  co_return stamps.size() == stretch->events.size() && !stretch->is_last;
}

}  // namespace partita::syncs
