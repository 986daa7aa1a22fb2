#include "store/items/item_write.h"

#include <array>
#include <cassert>

#include "engine/retry.h"
#include "partita/api/exception.h"
#include "partita/base/check.h"
#include "store/items/shown_item.h"
#include "store/items/stored_item.h"
#include "store/keys/collection_keys.h"

namespace partita::items {
namespace {

// What a transaction has read of its target, and when.
struct TargetRead {
  std::optional<Bytes> collection;  // Its size, if the table has local indexes.
  std::optional<Bytes> epoch;
  std::optional<Bytes> item;
  WallTime time;
};

Task<Result<TargetRead>> read_target(engine::Transaction& transaction, const WriteTarget& target) {
  const bool has_collection = target.table->has_local_indexes();
  const Bytes collection_key = has_collection ? keys::collection_key(target.key) : Bytes();
  const Bytes epoch_key = catalog::epoch_key(target.table->id);
  const std::array<ByteView, 3> possible{collection_key, epoch_key, target.key};
  const auto wanted = std::span(possible).subspan(has_collection ? 0 : 1);
  TargetRead found{};
  std::optional<Bytes>* const kept[] = {&found.item, &found.epoch, &found.collection};
  const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
    assert(index < wanted.size());
    if (value) *kept[wanted.size() - 1 - index] = Bytes(*value);
  };
  Status read = co_await transaction.get(wanted, keep, has_collection ? 1 : 0);
  CO_TRY(read);
  co_return found;
}

std::optional<EncodedItem> owned(const std::optional<ItemView>& image, bool is_wanted) {
  if (!image || !is_wanted) return std::nullopt;
  return EncodedItem(*image);
}

Result<WriteOutcome> apply(engine::Transaction& transaction, const WriteTarget& target,
                           const TargetRead& found, Decide decide) {
  const auto before = TRY(parse_stored(found.item));
  const auto after = TRY(decide(before));
  const ItemChange change{.table = *target.table,
                          .key = target.key,
                          .before = before,
                          .after = after,
                          .time = found.time,
                          .author = target.origin.author};
  TRY(check_local_entries(change, target.origin.kind));
  auto effect = buffer_change(transaction, change);
  return WriteOutcome{.table = target.table,
                      .effect = std::move(effect),
                      .before = owned(before, target.wanted.before),
                      .after = owned(after, target.wanted.after),
                      .companions = {}};
}

// The same for a table with rules, which may wait for what they read.
Task<Result<WriteOutcome>> apply_by_rules(engine::Transaction& transaction,
                                          const WriteTarget& target, const TargetRead& found,
                                          Decide decide) {
  const auto before = parse_stored(found.item);
  CO_TRY(before);
  const ShownImage shown(*target.table, *before);
  const auto after = decide(shown.view());
  CO_TRY(after);
  const ItemChange change{.table = *target.table,
                          .key = target.key,
                          .before = *before,
                          .after = *after,
                          .time = found.time,
                          .author = target.origin.author};
  auto buffered = co_await buffer_ruled_change(transaction, change, target.origin);
  CO_TRY(buffered);
  FurtherEffects further;
  if (buffered->ruled.pending) {
    Status settled = co_await buffered->ruled.pending->settle(transaction, further);
    CO_TRY(settled);
  }
  WriteOutcome outcome{.table = target.table,
                       .effect = std::move(buffered->effect),
                       .before = owned(shown.view(), target.wanted.before),
                       .after = std::move(buffered->ruled.after),
                       .companions = std::move(buffered->ruled.companions),
                       .further = std::move(further)};
  if (!outcome.after) outcome.after = owned(*after, target.wanted.after);
  co_return outcome;
}

Status check_collection(const TargetRead& found, CollectionChange& collection) {
  collection.bytes_before = TRY(parse_collection_size(found.collection));
  CollectionChange* const only = &collection;
  measure(std::span(&only, 1));
  if (collection.is_beyond_limit) return collection_too_large();
  return {};
}

}  // namespace

Result<catalog::TablePointer> confirm_table(const catalog::Catalog& catalog,
                                            const catalog::Table& planned,
                                            std::optional<ByteView> stored_epoch) {
  auto newest = catalog.find(planned.name);
  if (newest) {
    TRY(catalog::check_certain(*newest));
    TRY(catalog::check_understood(*newest));
  }
  if (!newest || newest->id != planned.id || newest->state == catalog::TableState::Deleting) {
    return api::resource_not_found();
  }
  if (!stored_epoch || *stored_epoch != catalog::encode_epoch(newest->epoch)) {
    return Error::conflict("the table is being changed");
  }
  return newest;
}

Task<Status> follow_table(const catalog::Catalog& catalog, const catalog::Table& planned,
                          Error refusal) {
  if (refusal.kind() == ErrorKind::Conflict) {
    Status reloaded = co_await catalog.reload(planned.name);
    CO_TRY(reloaded);
  }
  co_return refusal;
}

Task<Result<WriteOutcome>> write_item(engine::Engine& engine, const catalog::Catalog& catalog,
                                      WriteTarget target, Decide decide) {
  std::optional<WriteOutcome> outcome;
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto found = co_await read_target(transaction, target);
    CO_TRY(found);
    auto table = confirm_table(catalog, *target.table, found->epoch);
    if (!table.ok()) {
      co_return co_await follow_table(catalog, *target.table, std::move(table).error());
    }
    target.table = std::move(*table);
    found->time = catalog.clock().wall_now();
    if (target.table->extension) {
      auto ruled = co_await apply_by_rules(transaction, target, *found, decide);
      CO_TRY(ruled);
      outcome = std::move(*ruled);
    } else {
      auto applied = apply(transaction, target, *found, decide);
      CO_TRY(applied);
      outcome = std::move(*applied);
    }
    if (target.admission != nullptr) {
      Status admitted = target.admission->check(*target.table, outcome->effect);
      CO_TRY(admitted);
    }
    outcome->collection = collection_change(*target.table, target.key, outcome->effect);
    if (!outcome->collection) co_return Status{};
    co_return check_collection(*found, *outcome->collection);
  };
  Status status = co_await engine::run(engine, body);
  CO_TRY(status);
  PARTITA_CHECK(outcome.has_value());  // What commits has been decided.
  count(catalog.statistics(), outcome->table->id, outcome->effect);
  charge(catalog.usage(), outcome->table->id, outcome->effect);
  for (const auto& companion : outcome->companions) {
    count(catalog.statistics(), outcome->table->id, companion);
  }
  count(catalog.statistics(), outcome->further);
  co_return std::move(*outcome);
}

}  // namespace partita::items
