#include "store/items/index_backfill.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/read_one.h"
#include "partita/value/measure.h"
#include "store/items/element_entries.h"
#include "store/items/item_write.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_builder.h"
#include "store/keys/key_range.h"

// How far a backfill has come:
//
// key   := 00 "backfill/" table:u32 index:u16
// value := the key of the last item that is done

namespace partita::items {
namespace {

using catalog::Index;
using catalog::IndexState;
using catalog::Table;

constexpr jobs::WalkLimits kLimits{.items_max = 100, .bytes_max = std::size_t{1} << 20};

struct FilledEntry {
  Bytes key;
  Bytes value;
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

// Adds the entries of each stretch; its keys are what was found, its items are read again.
class Filling final : public jobs::WalkWork {
 public:
  Filling(const catalog::Catalog& catalog, const Table& table, keys::IndexId index)
      : catalog_(catalog), table_(table), index_(index) {}

  void begin() override { item_keys_.clear(); }
  Status look(ByteView key, ByteView) override {
    item_keys_.emplace_back(key);
    return {};
  }
  Task<Result<std::optional<Bytes>>> pass(engine::Transaction& transaction,
                                          const jobs::Stretch& stretch) override {
    auto found = co_await read_items(transaction, table_.id, item_keys_);
    CO_TRY(found);
    auto table = confirm_table(catalog_, table_, found->epoch);
    if (!table.ok()) {
      Status refused = co_await follow_table(catalog_, table_, std::move(table).error());
      co_return std::move(refused).error();
    }
    auto entries = entries_of(**table, index_, item_keys_, *found);
    CO_TRY(entries);
    auto added = co_await add_entries(transaction, std::move(*entries));
    CO_TRY(added);
    added_ = *added;
    if (table_.counts_in_commit && added_ != catalog::Counts{}) {
      catalog::buffer_counts(transaction, table_.id, index_, added_);
    }
    co_return stretch.last_key.empty() ? std::nullopt : std::optional(stretch.last_key);
  }

  const catalog::Counts& added() const { return added_; }

 private:
  const catalog::Catalog& catalog_;
  const Table& table_;
  const keys::IndexId index_;
  std::vector<Bytes> item_keys_;
  catalog::Counts added_;
};

Result<Table> with_index_active(const Table& table, keys::TableId id, keys::IndexId index_id) {
  if (table.id != id || find_creating(table, index_id) == nullptr) return not_wanted();
  Table changed = table;
  for (auto& index : changed.indexes) {
    if (index.id == index_id) index.state = IndexState::Active;
  }
  return changed;
}

}  // namespace

IndexBackfill::IndexBackfill(engine::Engine& engine, catalog::Catalog& catalog, keys::TableId table,
                             std::string table_name, keys::IndexId index)
    : engine_(engine),
      catalog_(catalog),
      table_(table),
      table_name_(std::move(table_name)),
      index_(index),
      walk_(engine, kLimits) {}

jobs::Progress IndexBackfill::progress() const {
  const auto items = catalog_.statistics().counts_of(table_, keys::IndexId::Base).items;
  return walk_.progress(static_cast<std::uint64_t>(std::max<std::int64_t>(items, 0)));
}

// The table is looked up for each step: an operation may have changed it.
Task<Result<IndexBackfill::Step>> IndexBackfill::step() {
  const auto table = catalog_.find(table_name_);
  const bool is_wanted = table && table->id == table_ && find_creating(*table, index_) != nullptr &&
                         table->state == catalog::TableState::Active;
  if (!is_wanted) co_return Step{.is_done = true};
  auto step = co_await fill(table);
  if (!step.ok() && is_not_found(step.error())) co_return Step{.is_done = true};
  CO_TRY(step);
  if (!step->is_done) co_return *step;
  Status activated = co_await activate();
  CO_TRY(activated);
  co_return *step;
}

Task<Result<IndexBackfill::Step>> IndexBackfill::fill(const catalog::TablePointer& table) {
  jobs::WalkPosition position{.keys = {progress_key(table_, index_)}};
  auto stored = co_await engine::read_one(engine_, position.keys.front());
  CO_TRY(stored);
  position.stored = std::move(*stored);
  position.last_key = position.stored.value_or(Bytes());
  Filling filling(catalog_, *table, index_);
  const auto items = keys::index_range(table_, keys::IndexId::Base);
  auto passed = co_await walk_.step(items, position, filling);
  CO_TRY(passed);
  if (filling.added() != catalog::Counts{}) {
    catalog_.statistics().add(table_, index_, filling.added());
  }
  co_return Step{.is_done = passed->is_last, .items = passed->items};
}

Task<Status> IndexBackfill::activate() {
  const auto edit = [&](const Table& stored) { return with_index_active(stored, table_, index_); };
  auto finished = co_await catalog_.change(table_name_, edit);
  if (!finished.ok() && !is_not_found(finished.error())) co_return std::move(finished).error();
  co_return co_await forget_backfill(engine_, table_, index_);
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
