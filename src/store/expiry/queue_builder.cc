#include "store/expiry/queue_builder.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "partita/base/big_endian.h"
#include "store/expiry/expiry_time.h"
#include "store/items/ttl_entry.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_builder.h"
#include "store/keys/ttl_keys.h"

// key      := 00 "ttl-queue/" table:u32
// progress := version:u8 switched_at_ms:u64 is_complete:u8 attribute_bytes:u16
//             attribute:byte[attribute_bytes] last_key
//
// Integers are big-endian; last_key is the rest.

namespace partita::expiry {
namespace {

using catalog::Table;
using catalog::TablePointer;

constexpr std::uint8_t kVersion = 1;  // DO NOT CHANGE: stored.
constexpr std::string_view kKeyName = "ttl-queue/";
constexpr std::size_t kHeadBytes = 1 + 8 + 1 + 2;
// No call reads much more than this, however large the items are.
constexpr std::size_t kReadBytesMax = std::size_t{16} << 20;

Bytes progress_key(keys::TableId table) {
  return keys::KeyBuilder(keys::Space::Metadata, 15).bytes(kKeyName).integer(table).take();
}

keys::KeyRange all_progress() {
  return keys::prefix_range(keys::KeyBuilder(keys::Space::Metadata, 11).bytes(kKeyName).take());
}

Error damaged() { return Error::corrupt("the progress of a TTL queue is damaged"); }

bool has_ttl(const Table& table) {
  return table.ttl_attribute && table.state != catalog::TableState::Deleting;
}

// Where the building of a table's queue begins.
QueueProgress beginning(const Table& table) {
  const auto& switched = table.settings.ttl_changed;
  QueueProgress progress;
  progress.attribute = *table.ttl_attribute;
  if (switched) {
    progress.switched_at_ms = static_cast<std::uint64_t>(std::llround(switched->seconds * 1000));
  }
  return progress;
}

bool is_of_same_switch(const QueueProgress& left, const QueueProgress& right) {
  return left.attribute == right.attribute && left.switched_at_ms == right.switched_at_ms;
}

}  // namespace

Bytes encode(const QueueProgress& progress) {
  Bytes bytes;
  append_integer(bytes, kVersion);
  append_integer(bytes, progress.switched_at_ms);
  append_integer(bytes, std::uint8_t{progress.is_complete});
  append_integer(bytes, static_cast<std::uint16_t>(progress.attribute.size()));
  bytes.append(progress.attribute);
  bytes.append(progress.last_key);
  return bytes;
}

Result<QueueProgress> decode_queue_progress(ByteView bytes) {
  ByteReader reader(bytes);
  if (!reader.has(kHeadBytes) || reader.integer<std::uint8_t>() != kVersion) return damaged();
  QueueProgress progress;
  progress.switched_at_ms = reader.integer<std::uint64_t>();
  progress.is_complete = reader.integer<std::uint8_t>() != 0;
  const auto attribute_bytes = reader.integer<std::uint16_t>();
  if (!reader.has(attribute_bytes)) return damaged();
  progress.attribute = std::string(reader.bytes(attribute_bytes));
  progress.last_key = Bytes(reader.rest());
  return progress;
}

Task<Result<bool>> is_queue_complete(const engine::View& view, const Table& table) {
  if (!has_ttl(table)) co_return false;
  const Bytes key = progress_key(table.id);
  const auto stored = co_await engine::read_one(view, key);
  CO_TRY(stored);
  if (!*stored) co_return false;
  const auto progress = decode_queue_progress(**stored);
  CO_TRY(progress);
  co_return progress->is_complete&& is_of_same_switch(*progress, beginning(table));
}

QueueBuilder::Building::Building(engine::Engine& engine)
    : walk(engine, {.items_max = SIZE_MAX, .bytes_max = kReadBytesMax}) {}

// Queues the items of each stretch that are to expire.
class QueueBuilder::Queueing final : public jobs::WalkWork {
 public:
  Queueing(const Table& table, QueueProgress progress, std::uint64_t now)
      : table_(table), progress_(std::move(progress)), now_(now) {}

  void begin() override { entries_.clear(); }
  Status look(ByteView key, ByteView value) override;
  Task<Result<std::optional<Bytes>>> pass(engine::Transaction& transaction,
                                          const jobs::Stretch& stretch) override {
    for (const auto& [key, value] : entries_) transaction.put(Bytes(key), Bytes(value));
    progress_.last_key = stretch.last_key;
    progress_.is_complete = stretch.is_last;
    return Task<Result<std::optional<Bytes>>>::ready(std::optional(encode(progress_)));
  }

  // As of the last pass.
  const QueueProgress& progress() const { return progress_; }

 private:
  const Table& table_;
  QueueProgress progress_;
  const std::uint64_t now_;
  std::vector<std::pair<Bytes, Bytes>> entries_;  // Keys and values for the queue.
};

// What cannot be read is built again.
Task<Status> QueueBuilder::load() {
  tables_.clear();
  const auto visit = [&](ByteView key, ByteView value) {
    auto progress = decode_queue_progress(value);
    key.remove_prefix(1 + kKeyName.size());
    if (key.size() != sizeof(keys::TableId)) return engine::Visit::Continue;
    const auto table = keys::KeyReader(key).integer<keys::TableId>();
    Building& building = tables_.try_emplace(table, engine_).first->second;
    building.stored = Bytes(value);
    if (progress.ok()) building.progress = std::move(*progress);
    return engine::Visit::Continue;
  };
  const auto stored = all_progress();
  const engine::Range range{.begin = stored.begin, .end = stored.end};
  Status read = co_await engine_.scan(range, visit);
  CO_TRY(read);
  is_loaded_ = true;
  co_return Status{};
}

// Of tables that are gone or have TTL off: if it is switched on again, all items count anew. A
// table that is not known here but has an epoch is one that another server has made.
Task<Status> QueueBuilder::forget_others(const std::vector<TablePointer>& tables) {
  std::set<keys::TableId> others;
  for (const auto& [table, building] : tables_) others.insert(table);
  std::set<keys::TableId> strange = others;
  for (const auto& table : tables) {
    strange.erase(table->id);
    if (has_ttl(*table)) others.erase(table->id);
  }
  if (others.empty()) co_return Status{};
  std::set<keys::TableId> forgotten;
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    forgotten = others;
    for (const auto table : strange) {
      const Bytes key = catalog::epoch_key(table);
      auto epoch = co_await engine::read_one(transaction, key);
      CO_TRY(epoch);
      if (*epoch) forgotten.erase(table);
    }
    for (const auto table : forgotten) transaction.erase(progress_key(table));
    co_return Status{};
  };
  Status committed = co_await engine::run(engine_, body);
  CO_TRY(committed);
  for (const auto table : forgotten) tables_.erase(table);
  co_return Status{};
}

Status QueueBuilder::Queueing::look(ByteView key, ByteView value) {
  const auto item = ItemView::parse(value);
  const auto second = item.ok() ? items::expiry_second(table_, *item) : std::nullopt;
  if (second && !is_too_old_to_expire(*second, now_)) {
    const keys::TtlKey entry{.second = *second, .table = table_.id, .item = keys::hash_item(key)};
    entries_.emplace_back(keys::ttl_key(entry), key);
  }
  return {};
}

QueueBuilder::Building& QueueBuilder::building_of(const Table& table) {
  Building& building = tables_.try_emplace(table.id, engine_).first->second;
  QueueProgress first = beginning(table);
  if (!is_of_same_switch(building.progress, first)) building.progress = std::move(first);
  return building;
}

Task<Result<std::size_t>> QueueBuilder::build(const Table& table, std::size_t items_max) {
  Building& building = building_of(table);
  if (building.progress.is_complete) co_return std::size_t{0};
  const jobs::WalkPosition position{.keys = {progress_key(table.id)},
                                    .stored = building.stored,
                                    .last_key = building.progress.last_key};
  Queueing queueing(table, building.progress, second_of(clock_.wall_now()));
  building.walk.limit_items(items_max);
  const auto items = keys::index_range(table.id, keys::IndexId::Base);
  auto stretch = co_await building.walk.step(items, position, queueing);
  // Nobody may know what is stored now: it is read again.
  if (!stretch.ok()) is_loaded_ = false;
  CO_TRY(stretch);
  building.progress = queueing.progress();
  building.stored = encode(building.progress);
  co_return stretch->items;
}

std::optional<jobs::Progress> QueueBuilder::progress() const {
  std::optional<jobs::Progress> all;
  for (const auto& [table, building] : tables_) {
    if (building.progress.is_complete || building.progress.attribute.empty()) continue;
    const auto items = catalog_.statistics().counts_of(table, keys::IndexId::Base).items;
    const auto one =
        building.walk.progress(static_cast<std::uint64_t>(std::max<std::int64_t>(items, 0)));
    if (!all) all = jobs::Progress{.total = 0};
    all->done += one.done;
    *all->total += *one.total;
  }
  return all;
}

Task<Result<std::size_t>> QueueBuilder::build_some(std::size_t items_max) {
  if (!is_loaded_) {
    Status loaded = co_await load();
    CO_TRY(loaded);
  }
  const auto tables = catalog_.list_after("", SIZE_MAX);
  Status forgotten = co_await forget_others(tables);
  CO_TRY(forgotten);
  std::size_t items = 0;
  for (const auto& table : tables) {
    if (!has_ttl(*table) || items == items_max) continue;
    auto built = co_await build(*table, items_max - items);
    CO_TRY(built);
    items += *built;
  }
  co_return items;
}

}  // namespace partita::expiry
