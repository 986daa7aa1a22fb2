#include "items/index_backfill.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "items/element_entries.h"
#include "items/item_write.h"
#include "keys/item_keys.h"
#include "keys/key_builder.h"
#include "keys/key_range.h"
#include "partita/value/measure.h"

// How far a backfill has come:
//
// key   := 00 "backfill/" table:u32 index:u16
// value := the key of the last item that is done

namespace partita::items {
namespace {

using catalog::Index;
using catalog::IndexState;
using catalog::Table;

constexpr std::size_t kItemsMax = 100;
constexpr std::size_t kBytesMax = std::size_t{1} << 20;

struct Target {
  catalog::TablePointer table;
  keys::IndexId index;
};

struct FilledEntry {
  Bytes key;
  Bytes value;
};

struct Step {
  bool is_at_end = false;
  catalog::Counts added;  // The entries that were not there.
};

const Index* find_creating(const Table& table, keys::IndexId id) {
  const auto found = std::find_if(
      table.indexes.begin(), table.indexes.end(),
      [&](const auto& each) { return each.id == id && each.state == IndexState::Creating; });
  return found == table.indexes.end() ? nullptr : &*found;
}

Error not_wanted() { return Error::not_found("the index is not to be filled any more"); }

bool is_not_found(const Error& error) { return error.kind() == ErrorKind::NotFound; }

keys::KeyBuilder progress_prefix(keys::TableId table) {
  keys::KeyBuilder builder(keys::Space::Metadata, 16);
  builder.bytes("backfill/").integer(table);
  return builder;
}

Bytes progress_key(keys::TableId table, keys::IndexId index) {
  return progress_prefix(table).integer(index).take();
}

Task<Result<std::optional<Bytes>>> last_done(const engine::View& view, const Target& target) {
  const Bytes key = progress_key(target.table->id, target.index);
  co_return co_await engine::read_one(view, key);
}

// The keys of the items that come next.
Task<Result<std::vector<Bytes>>> next_keys(const engine::View& view, const Target& target) {
  auto last = co_await last_done(view, target);
  CO_TRY(last);
  auto rest = keys::index_range(target.table->id, keys::IndexId::Base);
  if (*last) rest = keys::rest_after(std::move(rest), **last);
  std::vector<Bytes> found;
  std::size_t bytes = 0;
  const auto visit = [&](ByteView key, ByteView value) {
    found.emplace_back(key);
    bytes += value.size();
    return found.size() < kItemsMax && bytes < kBytesMax ? engine::Visit::Continue
                                                         : engine::Visit::Stop;
  };
  const engine::Range range{.begin = rest.begin, .end = rest.end, .rows_hint = kItemsMax};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  co_return found;
}

// The items of one transaction, read again: they may have changed since their keys were found.
struct ItemsRead {
  std::optional<Bytes> epoch;
  std::vector<std::optional<Bytes>> items;
};

Task<Result<ItemsRead>> read_items(engine::Transaction& transaction, keys::TableId table,
                                   std::span<const Bytes> item_keys) {
  const Bytes epoch = catalog::epoch_key(table);
  std::vector<ByteView> wanted(item_keys.begin(), item_keys.end());
  wanted.push_back(epoch);
  ItemsRead found;
  found.items.resize(item_keys.size());
  const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
    if (value) (index < found.items.size() ? found.items[index] : found.epoch) = Bytes(*value);
  };
  Status read = co_await transaction.get(wanted, keep);
  CO_TRY(read);
  co_return found;
}

// The entries of those items that are still there and belong into the index.
Result<std::vector<FilledEntry>> entries_of(const Table& table, keys::IndexId index_id,
                                            std::span<const Bytes> item_keys,
                                            const ItemsRead& found) {
  const Index* index = find_creating(table, index_id);
  if (index == nullptr) return not_wanted();
  std::vector<FilledEntry> entries;
  for (std::size_t i = 0; i < item_keys.size(); ++i) {
    if (!found.items[i]) continue;
    const auto item = TRY(ItemView::parse(*found.items[i]));
    for (auto& [key, value] : element_entries(table, *index, item_keys[i], item)) {
      entries.push_back({key, std::move(value)});
    }
  }
  return entries;
}

// Buffers the entries that are not there yet.
Task<Result<catalog::Counts>> add_entries(engine::Transaction& transaction,
                                          std::vector<FilledEntry> entries) {
  std::vector<ByteView> wanted;
  for (const auto& entry : entries) wanted.push_back(entry.key);
  std::vector<bool> is_there(entries.size());
  const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
    is_there[index] = value.has_value();
  };
  Status read = co_await transaction.get(wanted, keep);
  CO_TRY(read);
  catalog::Counts added;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (is_there[i]) continue;
    const auto bytes = size_bytes(ItemView::from_valid(entries[i].value));
    added += {.items = 1, .bytes = static_cast<std::int64_t>(bytes)};
    transaction.put(std::move(entries[i].key), std::move(entries[i].value));
  }
  co_return added;
}

// One transaction for these items.
Task<Result<catalog::Counts>> fill(engine::Engine& engine, const catalog::Catalog& catalog,
                                   const Target& target, std::span<const Bytes> item_keys) {
  catalog::Counts counts;
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    auto found = co_await read_items(transaction, target.table->id, item_keys);
    CO_TRY(found);
    auto table = confirm_table(catalog, *target.table, found->epoch);
    CO_TRY(table);
    auto entries = entries_of(**table, target.index, item_keys, *found);
    CO_TRY(entries);
    auto added = co_await add_entries(transaction, std::move(*entries));
    CO_TRY(added);
    counts = *added;
    transaction.put(progress_key(target.table->id, target.index), item_keys.back());
    co_return Status{};
  };
  Status committed = co_await engine::run(engine, body);
  CO_TRY(committed);
  co_return counts;
}

bool is_conflict(const Result<catalog::Counts>& result) {
  return !result.ok() && result.error().kind() == ErrorKind::Conflict;
}

Task<Result<Step>> fill_some(engine::Engine& engine, const catalog::Catalog& catalog,
                             const Target& target) {
  auto item_keys = co_await next_keys(engine, target);
  CO_TRY(item_keys);
  Step step{.is_at_end = item_keys->empty()};
  if (step.is_at_end) co_return step;
  // Among busy writers a large transaction may never come through, one with a single item does.
  auto part = std::span<const Bytes>(*item_keys);
  auto counts = co_await fill(engine, catalog, target, part);
  while (is_conflict(counts) && part.size() > 1) {
    part = part.first((part.size() + 7) / 8);
    counts = co_await fill(engine, catalog, target, part);
  }
  CO_TRY(counts);
  step.added = *counts;
  co_return step;
}

Result<Table> with_index_active(const Table& table, const Target& target) {
  if (table.id != target.table->id || find_creating(table, target.index) == nullptr) {
    return not_wanted();
  }
  Table changed = table;
  for (auto& index : changed.indexes) {
    if (index.id == target.index) index.state = IndexState::Active;
  }
  return changed;
}

}  // namespace

Task<Result<Backfill>> backfill_index(engine::Engine& engine, catalog::Catalog& catalog,
                                      const catalog::TablePointer& table, keys::IndexId index) {
  const Target target{.table = table, .index = index};
  auto step = co_await fill_some(engine, catalog, target);
  if (!step.ok() && is_not_found(step.error())) co_return Backfill::Done;
  CO_TRY(step);
  if (step->added != catalog::Counts{}) catalog.statistics().add(table->id, index, step->added);
  if (!step->is_at_end) co_return Backfill::Continues;
  const auto activate = [&](const Table& stored) { return with_index_active(stored, target); };
  auto finished = co_await catalog.change(table->name, activate);
  if (!finished.ok() && !is_not_found(finished.error())) co_return std::move(finished).error();
  Status forgotten = co_await forget_backfill(engine, table->id, index);
  CO_TRY(forgotten);
  co_return Backfill::Done;
}

Task<Status> forget_backfills(engine::Engine& engine, keys::TableId table) {
  const auto range = keys::prefix_range(progress_prefix(table).take());
  co_return co_await engine.erase_range(range.begin, range.end);
}

Task<Status> forget_backfill(engine::Engine& engine, keys::TableId table, keys::IndexId index) {
  const Bytes key = progress_key(table, index);
  const Bytes end = keys::successor(key);
  co_return co_await engine.erase_range(key, end);
}

}  // namespace partita::items
