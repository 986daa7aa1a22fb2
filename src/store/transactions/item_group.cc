#include "store/transactions/item_group.h"

#include <algorithm>
#include <cassert>

#include "engine/read_one.h"
#include "partita/base/check.h"
#include "store/items/item_write.h"
#include "store/items/stored_item.h"
#include "store/keys/collection_keys.h"

namespace partita::transactions {

Result<std::optional<ItemView>> GroupImages::item(std::size_t index) const {
  assert(index < items.size());
  return items::parse_stored(items[index]);
}

std::size_t ItemGroup::place_of(const catalog::TablePointer& table) {
  // From the back: neighbours are mostly of one table.
  for (std::size_t i = tables_.size(); i > 0; --i) {
    if (tables_[i - 1].table->id == table->id) return i - 1;
  }
  tables_.push_back({.table = table, .epoch_key = catalog::epoch_key(table->id)});
  return tables_.size() - 1;
}

void ItemGroup::add(const catalog::TablePointer& table, Bytes key) {
  const std::size_t place = place_of(table);
  members_.push_back({.table = place, .key = std::move(key)});
  Member& added = members_.back();
  if (table->has_local_indexes()) added.collection_key = keys::collection_key(added.key);
}

bool ItemGroup::has_duplicates() const {
  std::vector<ByteView> sorted;
  sorted.reserve(members_.size());
  for (const Member& member : members_) sorted.push_back(member.key);
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

std::vector<ItemGroup::Member*> ItemGroup::members_in_collections() {
  std::vector<Member*> members;
  for (Member& member : members_) {
    if (!member.collection_key.empty()) members.push_back(&member);
  }
  return members;
}

std::vector<ByteView> ItemGroup::wanted_keys(std::span<Member* const> in_collections,
                                             ByteView also) const {
  std::vector<ByteView> keys;
  keys.reserve(in_collections.size() + tables_.size() + members_.size() + 1);
  for (const Member* member : in_collections) keys.push_back(member->collection_key);
  for (const UsedTable& used : tables_) keys.push_back(used.epoch_key);
  for (const Member& member : members_) keys.push_back(member.key);
  if (!also.empty()) keys.push_back(also);
  return keys;
}

Task<Status> ItemGroup::confirm_tables(const catalog::Catalog& catalog,
                                       std::span<const std::optional<Bytes>> epochs) {
  PARTITA_CHECK(epochs.size() == tables_.size());
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    auto confirmed = items::confirm_table(catalog, *tables_[i].table, epochs[i]);
    if (!confirmed.ok()) {
      return items::follow_table(catalog, *tables_[i].table, std::move(confirmed).error());
    }
    tables_[i].table = std::move(*confirmed);
  }
  return Task<Status>::ready({});
}

Task<Result<GroupImages>> ItemGroup::read(engine::Transaction& transaction,
                                          const catalog::Catalog& catalog, ByteView also) {
  effects_.clear();
  effects_.reserve(members_.size());
  time_ = catalog.clock().wall_now();
  std::vector<std::optional<Bytes>> epochs(tables_.size());
  GroupImages images;
  images.items.resize(members_.size());
  const std::vector<Member*> in_collections = members_in_collections();
  for (Member* member : in_collections) member->collection_size = std::nullopt;
  const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
    if (!value) return;
    if (index < in_collections.size()) {
      in_collections[index]->collection_size = Bytes(*value);
      return;
    }
    index -= in_collections.size();
    if (index < epochs.size()) {
      epochs[index] = Bytes(*value);
    } else if (index - epochs.size() < images.items.size()) {
      images.items[index - epochs.size()] = Bytes(*value);
    } else {
      assert(!also.empty());
      images.also = Bytes(*value);
    }
  };
  const auto wanted = wanted_keys(in_collections, also);
  if (wanted.empty()) co_return images;
  Status read = co_await transaction.get(wanted, keep, in_collections.size());
  CO_TRY(read);
  Status confirmed = co_await confirm_tables(catalog, epochs);
  CO_TRY(confirmed);
  co_return images;
}

Task<Status> ItemGroup::buffer(engine::Transaction& transaction, const Change& change) {
  const items::ItemChange of_item{.table = *table_of(change.index),
                                  .key = key_of(change.index),
                                  .before = change.before,
                                  .after = change.after,
                                  .time = time_,
                                  .is_expiry = change.origin.kind == WriteKind::Expire,
                                  .author = change.origin.author};
  if (of_item.table.extension == nullptr) {
    Status fits = items::check_local_entries(of_item, change.origin.kind);
    if (!fits.ok()) return Task<Status>::ready(std::move(fits));
    auto effect = items::buffer_change(transaction, of_item);
    effects_.push_back({.index = change.index, .change = std::move(effect)});
    return Task<Status>::ready({});
  }
  return buffer_by_rules(transaction, change.index, of_item, change.origin);
}

void ItemGroup::note_unchanged(const Change& change) {
  effects_.push_back({.index = change.index,
                      .change = items::effect_of({.table = *table_of(change.index),
                                                  .key = key_of(change.index),
                                                  .before = change.before,
                                                  .after = change.after,
                                                  .time = time_})});
}

bool ItemGroup::has_companions() const {
  return std::ranges::any_of(effects_, [](const Effect& one) { return !one.companions.empty(); });
}

// An item may have been written in this transaction before, as the companion of another member.
// Then that is what there is of it, in the indexes and in the counts too.
Task<Status> ItemGroup::buffer_by_rules(engine::Transaction& transaction, std::size_t index,
                                        items::ItemChange change, items::WriteOrigin origin) {
  std::optional<Bytes> stored;
  if (has_companions()) {
    auto read = co_await engine::read_one(transaction, change.key);
    CO_TRY(read);
    stored = *std::move(read);
    const auto before = items::parse_stored(stored);
    CO_TRY(before);
    change.before = *before;
  }
  auto buffered = co_await items::buffer_ruled_change(transaction, change, origin);
  CO_TRY(buffered);
  effects_.push_back({.index = index,
                      .change = std::move(buffered->effect),
                      .companions = std::move(buffered->ruled.companions),
                      .pending = std::move(buffered->ruled.pending),
                      .completed = std::move(buffered->ruled.after)});
  co_return Status{};
}

Task<Status> ItemGroup::settle_pending(engine::Transaction& transaction, std::size_t index) {
  const auto effect = std::ranges::find(effects_, index, &Effect::index);
  if (effect == effects_.end() || !effect->pending) return Task<Status>::ready({});
  return effect->pending->settle(transaction, effect->further);
}

Status ItemGroup::measure_collections() {
  std::vector<items::CollectionChange*> changes;
  for (Effect& effect : effects_) {
    effect.collection =
        items::collection_change(*table_of(effect.index), key_of(effect.index), effect.change);
    if (!effect.collection) continue;
    const Member& member = members_[effect.index];
    effect.collection->bytes_before = TRY(items::parse_collection_size(member.collection_size));
    changes.push_back(&*effect.collection);
  }
  items::measure(changes);
  return {};
}

Status ItemGroup::check_collections() {
  TRY(measure_collections());
  const bool is_refused = std::ranges::any_of(effects_, &Effect::is_beyond_limit);
  return is_refused ? Status(items::collection_too_large()) : Status();
}

void ItemGroup::count(catalog::Statistics& statistics) const {
  for (const Effect& effect : effects_) {
    const keys::TableId table = table_of(effect.index)->id;
    items::count(statistics, table, effect.change);
    for (const auto& companion : effect.companions) items::count(statistics, table, companion);
    items::count(statistics, effect.further);
  }
}

void ItemGroup::charge(catalog::Usage& usage, double times) const {
  for (const Effect& effect : effects_) {
    items::charge(usage, table_of(effect.index)->id, effect.change, times);
  }
}

}  // namespace partita::transactions
