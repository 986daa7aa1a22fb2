#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/retry.h"
#include "modelled/syncs/deliverer.h"

// What a dispatch has come to, in one commit.

namespace partita::syncs {
namespace {

using Fate = Load::Fate;

}  // namespace

// The items that loads are of, with what is stored of those that are held back.
struct Deliverer::ItemsInCommit {
  struct One {
    std::optional<HeldItem> stored;
    const Load* refused = nullptr;  // The first one.
    bool is_first_refused = false;  // Nothing of it was delivered before that.
    bool has_delivered = false;
    bool has_rest = false;    // Of its held events, some were not delivered.
    bool has_parked = false;  // Events of the log come behind them now.
  };
  std::map<keys::KeyHash, One> all;
  std::vector<keys::KeyHash> of_loads;  // In the order of the loads.
};

Task<Status> Deliverer::settle(const SyncPlan& plan) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto stored = co_await read_state(transaction, plan.ref());
    CO_TRY(stored);
    // The sync is gone, or told anew from another place: nothing of this counts.
    if (!*stored || (*stored)->turn != under_way_->turn) co_return Status{};
    // Not awaited in one expression with the choice: g++ 12 destroys such a task twice.
    auto settling = plan.sync().tells_states() ? settle_states(transaction, plan)
                                               : settle_events(transaction, plan);
    auto outcome = co_await std::move(settling);
    CO_TRY(outcome);
    put_state(transaction, plan, **stored, *outcome);
    co_return Status{};
  };
  Status settled = co_await engine::run(tools_.engine, body);
  under_way_.reset();
  knows_held_ = false;
  co_return settled;
}

Task<Result<Deliverer::ItemsInCommit>> Deliverer::read_items(engine::Transaction& transaction,
                                                             const SyncPlan& plan) const {
  ItemsInCommit items;
  for (const auto& item : under_way_->tried_held) items.all[item];
  for (const Load& load : under_way_->dispatch.loads) {
    const auto head = decode_event_head(load.bytes);
    CO_TRY(head);
    items.of_loads.push_back(head->item);
    auto& one = items.all[head->item];
    if (load.fate == Fate::Delivered) one.has_delivered = true;
    if (load.is_held && load.fate != Fate::Delivered) one.has_rest = true;
    if (load.fate != Fate::Refused || one.refused != nullptr) continue;
    one.refused = &load;
    one.is_first_refused = !one.has_delivered;
  }
  std::vector<Bytes> stored_keys;
  std::vector<ItemsInCommit::One*> wanted_items;
  for (auto& [item, one] : items.all) {
    const bool was_held = held_.contains(item);
    if (!was_held && one.refused == nullptr) continue;
    stored_keys.push_back(held_item_key(plan.ref(), item));
    wanted_items.push_back(&one);
  }
  const std::vector<ByteView> wanted(stored_keys.begin(), stored_keys.end());
  Status decoded;
  const auto visit = [&](std::size_t index, std::optional<ByteView> value) {
    if (!value) return;
    auto item = decode_held_item(*value);
    if (item.ok()) {
      wanted_items[index]->stored = std::move(*item);
    } else {
      decoded = item.error();
    }
  };
  if (!wanted.empty()) {
    Status read = co_await transaction.get(wanted, visit);
    CO_TRY(read);
  }
  CO_TRY(decoded);
  co_return items;
}

Task<Result<Deliverer::Outcome>> Deliverer::settle_events(engine::Transaction& transaction,
                                                          const SyncPlan& plan) {
  auto items = co_await read_items(transaction, plan);
  CO_TRY(items);
  Outcome outcome{.window = under_way_->window};
  for (std::size_t i = 0; i < under_way_->dispatch.loads.size(); ++i) {
    const Load& load = under_way_->dispatch.loads[i];
    const keys::KeyHash& item = items->of_loads[i];
    auto& one = items->all[item];
    const bool is_delivered = load.fate == Fate::Delivered;
    if (is_delivered) ++outcome.delivered;
    outcome.was_tried = outcome.was_tried || is_delivered || load.fate == Fate::Refused;
    if (load.is_held) {
      if (is_delivered) transaction.erase(held_event_key(plan.ref(), item, load.stamp));
      continue;
    }
    if (is_delivered) {
      outcome.window.mark_settled(load.stamp);
      continue;
    }
    // Whatever comes behind an event that is refused waits for it, as long as the item is held.
    const bool is_held_back = one.stored || one.refused != nullptr;
    if (!is_held_back) continue;
    transaction.put(held_event_key(plan.ref(), item, load.stamp), Bytes(load.bytes));
    outcome.window.mark_settled(load.stamp);
    one.has_parked = true;
  }
  put_items(transaction, plan, *items);
  co_return outcome;
}

void Deliverer::put_state(engine::Transaction& transaction, const SyncPlan& plan,
                          const SyncState& stored, const Outcome& outcome) {
  SyncState state = stored;
  ++state.commands;  // Whoever has read what is held back reads it again.
  note_window(state, outcome.window);
  const auto& failure = under_way_->dispatch.failure;
  note_target(state,
              {.delivered = outcome.delivered,
               .was_tried = outcome.was_tried,
               .failure = failure ? &*failure : nullptr},
              now(), tools_.pauses, tools_.random);
  transaction.put(state_key(plan.ref()), encode_state(state));
  state_ = std::move(state);
}

HeldItem Deliverer::refused_item(const HeldItem* before, const Load& load,
                                 const SyncPlan& plan) const {
  return refused_again(before, load.error,
                       {.tries_max = plan.sync().tries,
                        .now = now(),
                        .pauses = tools_.pauses,
                        .random = tools_.random});
}

void Deliverer::put_items(engine::Transaction& transaction, const SyncPlan& plan,
                          const ItemsInCommit& items) const {
  for (const auto& [item, one] : items.all) {
    const Bytes key = held_item_key(plan.ref(), item);
    const bool was_tried = under_way_->tried_held.contains(item);
    if (one.refused != nullptr) {
      // What a person has given up meanwhile stays given up.
      if (one.refused->is_held && !one.stored) continue;
      const bool is_same = one.stored && one.is_first_refused;
      const HeldItem held = refused_item(is_same ? &*one.stored : nullptr, *one.refused, plan);
      transaction.put(key, encode_held_item(held));
      continue;
    }
    if (!was_tried || !one.stored || one.has_rest) continue;
    if (one.has_parked || under_way_->cut_held.contains(item)) {
      HeldItem next = *one.stored;
      next.tries = 0;
      next.retry_at = now();
      transaction.put(key, encode_held_item(next));
    } else {
      transaction.erase(Bytes(key));
    }
  }
}

}  // namespace partita::syncs
