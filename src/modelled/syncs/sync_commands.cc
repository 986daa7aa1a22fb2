#include "modelled/syncs/sync_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "modelled/syncs/sync_event.h"

namespace partita::syncs {
namespace {

constexpr std::size_t kInstanceDigits = 16;
constexpr LogLimits kOneEvent{.events_max = 1, .bytes_max = 1};
// In one commit.
constexpr std::size_t kItemsAtOnce = 200;

Error not_begun() {
  return Error::unavailable("the sync has not begun yet; ask again in a moment");
}

Task<Result<std::optional<std::int64_t>>> time_of_first(const engine::View& view,
                                                        const SyncRef& sync, std::uint64_t from) {
  auto stretch = co_await read_log_stretch(view, sync, from, kOneEvent);
  CO_TRY(stretch);
  if (stretch->events.empty()) co_return std::optional<std::int64_t>();
  const auto head = decode_event_head(stretch->events.front().bytes);
  CO_TRY(head);
  co_return std::optional(head->time_ms);
}

bool comes_first(const HeldReport& left, const HeldReport& right) {
  if (left.item.is_dead() != right.item.is_dead()) return left.item.is_dead();
  return left.item.since < right.item.since;
}

// A held item and the first of its events.
struct HeldFirst {
  keys::KeyHash item;
  std::uint64_t stamp = 0;
};

// The held items that a person means.
Task<Result<std::vector<HeldFirst>>> find_held(const engine::View& view, const SyncPlan& plan,
                                               std::optional<std::uint64_t> stamp, bool only_dead) {
  auto held = co_await read_held_items(view, plan.ref());
  CO_TRY(held);
  std::vector<HeldFirst> found;
  for (const auto& [item, each] : *held) {
    if (only_dead && !each.is_dead()) continue;
    auto events = co_await read_held_events(view, plan.ref(), item, kOneEvent);
    CO_TRY(events);
    const std::uint64_t first = events->events.empty() ? 0 : events->events.front().stamp;
    if (stamp && *stamp != first) continue;
    found.push_back({.item = item, .stamp = first});
    if (stamp) co_return found;
  }
  if (stamp) {
    co_return Error::not_found(
        "no item is held back because of that event; `partita sync status` shows those that are");
  }
  co_return found;
}

// Changes held items, some in each commit; who delivers reads them again then.
using ChangeHeld =
    FunctionRef<Task<Status>(engine::Transaction&, const HeldFirst&, const HeldItem&, SyncState&)>;
Task<Result<std::size_t>> change_held(engine::Engine& engine, const SyncPlan& plan,
                                      const std::vector<HeldFirst>& items, ChangeHeld change) {
  std::size_t changed = 0;
  for (std::size_t begin = 0; begin < items.size(); begin += kItemsAtOnce) {
    const std::size_t end = std::min(items.size(), begin + kItemsAtOnce);
    std::size_t now_changed = 0;
    const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
      now_changed = 0;
      auto state = co_await read_state(transaction, plan.ref());
      CO_TRY(state);
      if (!*state) co_return not_begun();
      for (std::size_t i = begin; i < end; ++i) {
        const Bytes key = held_item_key(plan.ref(), items[i].item);
        auto stored = co_await engine::read_one(transaction, key);
        CO_TRY(stored);
        if (!*stored) continue;
        const auto held = decode_held_item(**stored);
        CO_TRY(held);
        Status done = co_await change(transaction, items[i], *held, **state);
        CO_TRY(done);
        ++now_changed;
      }
      ++(*state)->commands;
      transaction.put(state_key(plan.ref()), encode_state(**state));
      co_return Status{};
    };
    Status done = co_await engine::run(engine, body);
    CO_TRY(done);
    changed += now_changed;
  }
  co_return changed;
}

// As if it had just come: 1 is long ago, and 0 means never.
HeldItem due_now(const HeldItem& held) {
  HeldItem due = held;
  due.retry_at = 1;
  due.tries = 0;
  return due;
}

}  // namespace

std::string event_id(std::uint64_t instance, std::uint64_t stamp) {
  return fmt::format("{:016x}-{:020}", instance, stamp);
}

std::optional<std::uint64_t> stamp_in(std::string_view event_id, std::uint64_t instance) {
  if (event_id.size() < kInstanceDigits + 2 || event_id[kInstanceDigits] != '-') return {};
  if (event_id.substr(0, kInstanceDigits) != fmt::format("{:016x}", instance)) return {};
  const auto digits = event_id.substr(kInstanceDigits + 1);
  std::uint64_t stamp = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), stamp);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return {};
  return stamp;
}

Task<Result<SyncStatus>> status_of(const engine::View& view, const SyncPlan& plan) {
  SyncStatus status;
  auto state = co_await read_state(view, plan.ref());
  CO_TRY(state);
  if (*state) status.state = std::move(**state);
  // What was settled beyond the cursor stands behind an event that was not.
  auto pending = co_await time_of_first(view, plan.ref(), status.state.cursor);
  CO_TRY(pending);
  status.pending_since = *pending;
  auto oldest = co_await time_of_first(view, plan.ref(), status.state.trimmed_to);
  CO_TRY(oldest);
  status.replay_from = *oldest;
  // What nobody has counted yet.
  const std::uint64_t uncounted = std::max(status.state.counted_to, status.state.cursor);
  auto more = co_await read_log_stretch(view, plan.ref(), uncounted, {});
  CO_TRY(more);
  status.state.pending_events += more->events.size();
  for (const LoggedEvent& event : more->events) status.state.pending_bytes += event.bytes.size();
  auto held = co_await read_held_items(view, plan.ref());
  CO_TRY(held);
  status.held_items = held->size();
  std::vector<std::pair<keys::KeyHash, HeldReport>> reports;
  for (auto& [item, each] : *held) {
    if (each.is_dead()) ++status.dead_items;
    reports.emplace_back(item, HeldReport{.item = std::move(each)});
  }
  std::ranges::sort(reports, [](const auto& left, const auto& right) {
    return comes_first(left.second, right.second);
  });
  if (reports.size() > SyncStatus::kHeldShown) reports.resize(SyncStatus::kHeldShown);
  for (auto& [item, report] : reports) {
    const LogLimits limits{.events_max = SyncStatus::kEventsCounted};
    auto events = co_await read_held_events(view, plan.ref(), item, limits);
    CO_TRY(events);
    report.events = events->events.size();
    if (!events->events.empty()) {
      report.stamp = events->events.front().stamp;
      report.event = std::move(events->events.front().bytes);
    }
    status.held.push_back(std::move(report));
  }
  co_return status;
}

Task<Result<std::size_t>> retry_held(engine::Engine& engine, const SyncPlan& plan,
                                     std::optional<std::uint64_t> stamp) {
  auto items = co_await find_held(engine, plan, stamp, false);
  CO_TRY(items);
  const auto retry = [&](engine::Transaction& transaction, const HeldFirst& first,
                         const HeldItem& held, SyncState&) -> Task<Status> {
    transaction.put(held_item_key(plan.ref(), first.item), encode_held_item(due_now(held)));
    co_return Status{};
  };
  co_return co_await change_held(engine, plan, *items, retry);
}

Task<Result<std::size_t>> skip_held(engine::Engine& engine, const SyncPlan& plan,
                                    std::optional<std::uint64_t> stamp) {
  auto items = co_await find_held(engine, plan, stamp, !stamp);
  CO_TRY(items);
  const auto skip = [&](engine::Transaction& transaction, const HeldFirst& first,
                        const HeldItem& held, SyncState& state) -> Task<Status> {
    const Bytes key = held_event_key(plan.ref(), first.item, first.stamp);
    auto event = co_await engine::read_one(transaction, key);
    CO_TRY(event);
    if (!*event) co_return Status{};
    transaction.erase(Bytes(key));
    ++state.skipped;
    // Without a further event the next turn finds that it is held for nothing.
    transaction.put(held_item_key(plan.ref(), first.item), encode_held_item(due_now(held)));
    co_return Status{};
  };
  co_return co_await change_held(engine, plan, *items, skip);
}

Task<Result<std::optional<std::int64_t>>> replay(engine::Engine& engine, const SyncPlan& plan,
                                                 std::optional<std::int64_t> time_ms) {
  std::optional<std::int64_t> begins;
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto stored = co_await read_state(transaction, plan.ref());
    CO_TRY(stored);
    if (!*stored) co_return not_begun();
    SyncState state = std::move(**stored);
    std::uint64_t place = state.trimmed_to;
    if (time_ms) {
      auto oldest = co_await time_of_first(engine, plan.ref(), state.trimmed_to);
      CO_TRY(oldest);
      if (state.trimmed_to > 0 && (!*oldest || *time_ms < **oldest)) {
        co_return Error::invalid_argument(
            "the log does not reach back so far: `replay_from` of the status says how far it does, "
            "and without a time all of it is told again");
      }
      auto found = co_await find_time(engine, plan.ref(),
                                      {.from = state.trimmed_to, .to = state.cursor}, *time_ms);
      CO_TRY(found);
      place = std::min(*found, state.cursor);
    }
    auto first = co_await time_of_first(engine, plan.ref(), place);
    CO_TRY(first);
    begins = *first;
    ++state.turn;
    ++state.commands;
    state.cursor = state.counted_to = place;
    state.beyond.clear();
    state.pending_events = state.pending_bytes = 0;
    transaction.put(state_key(plan.ref()), encode_state(state));
    co_return Status{};
  };
  Status done = co_await engine::run(engine, body);
  CO_TRY(done);
  co_return begins;
}

Task<Status> set_mode(engine::Engine& engine, const SyncPlan& plan, SyncMode mode) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto state = co_await read_state(transaction, plan.ref());
    CO_TRY(state);
    if (!*state) co_return not_begun();
    (*state)->mode = mode;
    if (mode == SyncMode::Running) (*state)->retry_at = 0;
    transaction.put(state_key(plan.ref()), encode_state(**state));
    co_return Status{};
  };
  co_return co_await engine::run(engine, body);
}

}  // namespace partita::syncs
