#include "modelled/syncs/deliverer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"

namespace partita::syncs {
namespace {

using jobs::Turn;
using std::chrono::milliseconds;
using std::chrono::seconds;

// The errand wakes the job; this is for a wake that came too early.
constexpr seconds kErrandRest{1};
// A write rings before it commits. It may wait for the disk in between, but not as long as this.
constexpr std::chrono::minutes kMayAppear{1};
constexpr milliseconds kLook{50};
constexpr seconds kSharedLook{1};
constexpr seconds kQuietLook{30};
// More failures than this, and events go one by one.
constexpr std::uint64_t kFailuresUntilCareful = 3;
// Held items that are tried again at a time, and how much of each.
constexpr std::size_t kHeldAtOnce = 100;
constexpr std::size_t kHeldBytesMax = std::size_t{4} << 20;
constexpr LogLimits kHeldLimits{.events_max = 100, .bytes_max = std::size_t{1} << 20};
// A wall clock that was set back must not make anything wait for longer than this.
constexpr milliseconds kWaitMost = std::chrono::hours(2);

bool is_due(std::int64_t at, std::int64_t now) { return at <= now || at > now + kWaitMost.count(); }

}  // namespace

std::int64_t Deliverer::now() const {
  return std::chrono::floor<milliseconds>(tools_.clock.wall_now()).time_since_epoch().count();
}

// The first turn of all makes the row: under the table's epoch, so that none appears for a sync
// that its rules do not have any more.
Task<Status> Deliverer::load(const SyncPlan& plan, const Bytes& epoch_key, const Bytes& epoch) {
  auto stored = co_await read_state(tools_.engine, plan.ref());
  CO_TRY(stored);
  if (*stored) {
    state_ = std::move(**stored);
  } else {
    const auto begin = [&](engine::Transaction& transaction) -> Task<Status> {
      auto newest = co_await engine::read_one(transaction, epoch_key);
      CO_TRY(newest);
      auto again = co_await read_state(transaction, plan.ref());
      CO_TRY(again);
      if (*newest != epoch || *again) co_return Error::conflict("the table is being changed");
      state_ = SyncState{.instance = tools_.random.next()};
      transaction.put(state_key(plan.ref()), encode_state(state_));
      co_return Status{};
    };
    Status begun = co_await engine::run(tools_.engine, begin, {.give_up_after = kLook});
    CO_TRY(begun);
    knows_held_ = false;
  }
  if (knows_held_ && held_commands_ == state_.commands) co_return Status{};
  auto held = co_await read_held_items(tools_.engine, plan.ref());
  CO_TRY(held);
  held_ = std::move(*held);
  held_commands_ = state_.commands;
  knows_held_ = true;
  co_return Status{};
}

bool Deliverer::may_deliver(std::int64_t at) const {
  return tools_.courier != nullptr && state_.mode == SyncMode::Running &&
         is_due(state_.retry_at, at) && tools_.may_go_on();
}

Task<Result<Turn>> Deliverer::turn(SyncPlanPointer plan, const Bytes& epoch_key,
                                   const Bytes& epoch) {
  news_.clear();
  if (errand_.is_under_way()) co_return Turn::idle(kErrandRest);
  std::size_t delivered = 0;
  if (auto outcome = errand_.take()) {
    CO_TRY(*outcome);
    delivered = under_way_->dispatch.loads.size();
    Status settled = co_await settle(*plan);
    CO_TRY(settled);
  }
  if (plan->bell().take()) look_until_ = tools_.clock.monotonic_now() + kMayAppear;
  Status loaded = co_await load(*plan, epoch_key, epoch);
  CO_TRY(loaded);
  auto has_more = co_await keep_house(*plan);
  CO_TRY(has_more);
  Turn next = *has_more ? Turn::more(delivered) : rest(*plan);
  if (may_deliver(now())) {
    auto has_loads = co_await gather(*plan);
    CO_TRY(has_loads);
    if (*has_loads) {
      send(plan);
      next = Turn::idle(kErrandRest);
    } else if (under_way_) {
      // All that was read waits behind what is held back.
      Status settled = co_await settle(*plan);
      CO_TRY(settled);
      next = Turn::more(delivered);
    }
  }
  next.items = delivered;
  next.complaint = news_;
  const auto dead =
      std::ranges::count_if(held_, [](const auto& each) { return each.second.is_dead(); });
  report_ = {
      .state = state_, .held_items = held_.size(), .dead_items = static_cast<std::size_t>(dead)};
  co_return next;
}

Turn Deliverer::rest(const SyncPlan& plan) {
  const std::int64_t at = now();
  const auto clock = tools_.clock.monotonic_now();
  if (state_.mode != SyncMode::Running || !is_due(state_.retry_at, at)) {
    if (state_.mode == SyncMode::Running) {
      news_ = fmt::format("{}: {}", plan.full_name(), state_.error);
    }
    return Turn::idle(kSharedLook);
  }
  milliseconds pause = kQuietLook;
  for (const auto& [item, held] : held_) {
    if (!held.is_dead())
      pause =
          std::min(pause, milliseconds(std::max<std::int64_t>(held.retry_at - at, kLook.count())));
  }
  if (tools_.is_shared) pause = std::min<milliseconds>(pause, kSharedLook);
  if (clock < look_until_) return Turn::idle(std::min(pause, kLook));
  plan.bell().wake_when_rung(tools_.wake);
  return Turn::idle(pause);
}

// What is due of held items comes first; then the log.
Task<Result<bool>> Deliverer::gather(const SyncPlan& plan) {
  under_way_.emplace();
  under_way_->turn = state_.turn;
  Status held = co_await gather_held(plan, now());
  CO_TRY(held);
  if (held_.size() < kHeldItemsMax) {
    Status window = co_await gather_window(plan);
    CO_TRY(window);
  } else {
    under_way_->window.end = state_.cursor;
    news_ = fmt::format("{}: {} items are held back; nothing is delivered until there are fewer",
                        plan.full_name(), held_.size());
  }
  const auto& loads = under_way_->dispatch.loads;
  if (std::ranges::any_of(loads,
                          [](const Load& load) { return load.fate == Load::Fate::Untried; })) {
    co_return true;
  }
  if (loads.empty() && under_way_->tried_held.empty()) under_way_.reset();
  co_return false;
}

Task<Status> Deliverer::gather_held(const SyncPlan& plan, std::int64_t now) {
  std::size_t bytes = 0;
  for (const auto& [item, held] : held_) {
    if (held.is_dead() || !is_due(held.retry_at, now)) continue;
    const bool is_full = under_way_->tried_held.size() == kHeldAtOnce || bytes > kHeldBytesMax;
    if (is_full) co_return Status{};
    auto stretch = co_await read_held_events(tools_.engine, plan.ref(), item, kHeldLimits);
    CO_TRY(stretch);
    under_way_->tried_held.insert(item);
    if (!stretch->is_last) under_way_->cut_held.insert(item);
    for (LoggedEvent& event : stretch->events) {
      bytes += event.bytes.size();
      under_way_->dispatch.loads.push_back(
          {.stamp = event.stamp, .bytes = std::move(event.bytes), .is_held = true});
    }
  }
  co_return Status{};
}

Task<Status> Deliverer::gather_window(const SyncPlan& plan) {
  auto stretch = co_await read_log_stretch(tools_.engine, plan.ref(), state_.cursor, {});
  CO_TRY(stretch);
  LogWindow& window = under_way_->window;
  window.end = state_.cursor;
  window.is_at_end = stretch->is_last;
  for (LoggedEvent& event : stretch->events) {
    const bool is_settled = std::ranges::binary_search(state_.beyond, event.stamp);
    window.rows.push_back(
        {.stamp = event.stamp, .bytes = event.bytes.size(), .is_settled = is_settled});
    window.end = event.stamp + 1;
    if (is_settled) continue;
    const auto head = decode_event_head(event.bytes);
    CO_TRY(head);
    Load load{.stamp = event.stamp, .bytes = std::move(event.bytes)};
    // A newer state of an item is tried at once; a newer event waits for those before it.
    const bool waits = !plan.sync().tells_states() && held_.contains(head->item);
    if (waits) load.fate = Load::Fate::Behind;
    under_way_->dispatch.loads.push_back(std::move(load));
  }
  co_return Status{};
}

void Deliverer::send(SyncPlanPointer plan) {
  const DispatchOptions options{.instance = state_.instance,
                                .is_careful = state_.failures >= kFailuresUntilCareful,
                                .may_go_on = tools_.may_go_on};
  errand_.begin(
      [this, plan = std::move(plan), options] {
        return deliver(under_way_->dispatch, *plan, *tools_.courier, options);
      },
      tools_.wake);
}

}  // namespace partita::syncs
