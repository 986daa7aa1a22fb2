#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/read_one.h"
#include "modelled/syncs/deliverer.h"

// What a dispatch has come to where a target has the states of items: whatever has become of the
// newest state of an item settles all older ones. One that was refused is held back until it is
// taken, given up or followed by a newer one.

namespace partita::syncs {
namespace {

using Fate = Load::Fate;

bool is_decided(const Load& load) {
  return load.fate == Fate::Delivered || load.fate == Fate::Refused;
}

}  // namespace

// The items of a dispatch.
struct Deliverer::NewestStates {
  std::map<keys::KeyHash, const Load*> newest;  // Null: nothing of it is there any more.
  std::vector<keys::KeyHash> of_loads;          // In the order of the loads.
};

Result<Deliverer::NewestStates> Deliverer::newest_states() const {
  NewestStates states;
  for (const auto& item : under_way_->tried_held) states.newest[item] = nullptr;
  for (const Load& load : under_way_->dispatch.loads) {
    const auto head = TRY(decode_event_head(load.bytes));
    states.of_loads.push_back(head.item);
    states.newest[head.item] = &load;
  }
  return states;
}

Task<Result<Deliverer::Outcome>> Deliverer::settle_states(engine::Transaction& transaction,
                                                          const SyncPlan& plan) {
  const auto states = newest_states();
  CO_TRY(states);
  Outcome outcome{.window = under_way_->window};
  for (std::size_t i = 0; i < under_way_->dispatch.loads.size(); ++i) {
    const Load& newest = *states->newest.at(states->of_loads[i]);
    if (!is_decided(newest)) continue;
    outcome.was_tried = true;
    if (newest.fate == Fate::Delivered) ++outcome.delivered;
    const Load& load = under_way_->dispatch.loads[i];
    if (!load.is_held) outcome.window.mark_settled(load.stamp);
  }
  for (const auto& [item, newest] : states->newest) {
    if (newest != nullptr && !is_decided(*newest)) continue;
    if (held_.contains(item)) {
      Status settled = co_await settle_held_item(transaction, plan, item, newest);
      CO_TRY(settled);
    } else if (newest != nullptr && newest->fate == Fate::Refused) {
      transaction.put(held_event_key(plan.ref(), item, newest->stamp), Bytes(newest->bytes));
      transaction.put(held_item_key(plan.ref(), item),
                      encode_held_item(refused_item(nullptr, *newest, plan)));
    }
  }
  co_return outcome;
}

// An item that was held back before. What a person has given up meanwhile stays given up.
Task<Status> Deliverer::settle_held_item(engine::Transaction& transaction, const SyncPlan& plan,
                                         const keys::KeyHash& item, const Load* newest) {
  const Bytes item_key = held_item_key(plan.ref(), item);
  auto stored = co_await engine::read_one(transaction, item_key);
  CO_TRY(stored);
  std::vector<std::uint64_t> waiting;
  const auto visit = [&](ByteView key, ByteView) {
    const auto parts = parse_sync_key(key);
    if (parts) waiting.push_back(parts->stamp);
    return engine::Visit::Continue;
  };
  const auto rows = held_events_range(plan.ref(), item);
  Status read = co_await transaction.scan({.begin = rows.begin, .end = rows.end}, visit);
  CO_TRY(read);
  const std::uint64_t decided_to = newest == nullptr ? 0 : newest->stamp;
  const bool was_given_up =
      newest != nullptr && newest->is_held && !std::ranges::binary_search(waiting, decided_to);
  const bool has_newer = !waiting.empty() && waiting.back() > decided_to;
  const bool is_held_on = newest != nullptr && newest->fate == Fate::Refused && !was_given_up;
  for (const std::uint64_t stamp : waiting) {
    const bool is_kept = stamp > decided_to || (is_held_on && !has_newer && stamp == decided_to);
    if (!is_kept) transaction.erase(held_event_key(plan.ref(), item, stamp));
  }
  if (has_newer) {
    HeldItem next;
    if (*stored) {
      auto decoded = decode_held_item(**stored);
      CO_TRY(decoded);
      next = std::move(*decoded);
    }
    next.tries = 0;
    next.retry_at = now();
    transaction.put(Bytes(item_key), encode_held_item(next));
    co_return Status{};
  }
  if (!is_held_on) {
    transaction.erase(Bytes(item_key));
    co_return Status{};
  }
  std::optional<HeldItem> before;
  if (*stored && newest->is_held) {
    auto decoded = decode_held_item(**stored);
    CO_TRY(decoded);
    before = std::move(*decoded);
  }
  if (!newest->is_held) {
    transaction.put(held_event_key(plan.ref(), item, newest->stamp), Bytes(newest->bytes));
  }
  transaction.put(Bytes(item_key),
                  encode_held_item(refused_item(before ? &*before : nullptr, *newest, plan)));
  co_return Status{};
}

}  // namespace partita::syncs
