#include "ttl/queue_builder.h"

#include <cmath>
#include <optional>
#include <vector>

#include "engine/retry.h"
#include "items/ttl_entry.h"
#include "keys/item_keys.h"
#include "keys/key_builder.h"
#include "keys/ttl_keys.h"
#include "ttl/expiry_time.h"

// key      := 00 "ttl-queue/" table:u32
// progress := version:u8 switched_at_ms:u64 is_complete:u8 attribute_bytes:u16
//             attribute:byte[attribute_bytes] last_key
//
// Integers are big-endian; last_key is the rest.

namespace partita::ttl {
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

template <typename Integer>
void append_integer(Bytes& bytes, Integer value) {
  for (std::size_t shift = sizeof(Integer) * 8; shift > 0; shift -= 8) {
    bytes.push_back(static_cast<char>(std::uint64_t{value} >> (shift - 8)));
  }
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
  keys::KeyReader reader(bytes);
  if (bytes.size() < kHeadBytes || reader.integer<std::uint8_t>() != kVersion) return damaged();
  QueueProgress progress;
  progress.switched_at_ms = reader.integer<std::uint64_t>();
  progress.is_complete = reader.integer<std::uint8_t>() != 0;
  const auto attribute_bytes = reader.integer<std::uint16_t>();
  if (reader.rest().size() < attribute_bytes) return damaged();
  progress.attribute = std::string(reader.bytes(attribute_bytes));
  progress.last_key = Bytes(reader.rest());
  return progress;
}

struct QueueBuilder::Batch {
  std::size_t items = 0;
  std::vector<std::pair<Bytes, Bytes>> entries;  // Keys and values for the queue.
  QueueProgress progress;
};

// What cannot be read is built again.
Task<Status> QueueBuilder::load() {
  const auto visit = [&](ByteView key, ByteView value) {
    auto progress = decode_queue_progress(value);
    key.remove_prefix(1 + kKeyName.size());
    if (progress.ok() && key.size() == sizeof(keys::TableId)) {
      progress_.emplace(keys::KeyReader(key).integer<keys::TableId>(), std::move(*progress));
    }
    return engine::Visit::Continue;
  };
  const auto stored = all_progress();
  const engine::Range range{.begin = stored.begin, .end = stored.end};
  Status read = co_await engine_.scan(range, visit);
  CO_TRY(read);
  is_loaded_ = true;
  co_return Status{};
}

// Of tables that are gone or have TTL off: if it is switched on again, all items count anew.
Task<Status> QueueBuilder::forget_others(const std::vector<TablePointer>& tables) {
  auto others = progress_;
  for (const auto& table : tables) {
    if (has_ttl(*table)) others.erase(table->id);
  }
  if (others.empty()) co_return Status{};
  const auto body = [&](engine::Transaction& transaction) {
    for (const auto& [table, progress] : others) transaction.erase(progress_key(table));
    Status buffered;
    return Task<Status>::ready(std::move(buffered));
  };
  Status committed = co_await engine::run(engine_, body);
  CO_TRY(committed);
  for (const auto& [table, progress] : others) progress_.erase(table);
  co_return Status{};
}

Task<Result<QueueBuilder::Batch>> QueueBuilder::read_batch(const Table& table,
                                                           const QueueProgress& progress,
                                                           std::size_t items_max) const {
  Batch batch{.items = 0, .entries = {}, .progress = progress};
  batch.progress.is_complete = true;
  const std::uint64_t now = second_of(clock_.wall_now());
  std::size_t bytes = 0;
  const auto visit = [&](ByteView key, ByteView value) {
    if (batch.items == items_max || bytes >= kReadBytesMax) {
      batch.progress.is_complete = false;
      return engine::Visit::Stop;
    }
    ++batch.items;
    bytes += value.size();
    batch.progress.last_key = key;
    const auto item = ItemView::parse(value);
    const auto second = item.ok() ? items::expiry_second(table, *item) : std::nullopt;
    if (second && !is_too_old_to_expire(*second, now)) {
      const keys::TtlKey entry{.second = *second, .table = table.id, .item = keys::hash_item(key)};
      batch.entries.emplace_back(keys::ttl_key(entry), key);
    }
    return engine::Visit::Continue;
  };
  auto items = keys::index_range(table.id, keys::IndexId::Base);
  if (!progress.last_key.empty()) items = keys::rest_after(std::move(items), progress.last_key);
  const engine::Range range{.begin = items.begin, .end = items.end, .rows_hint = items_max + 1};
  Status read = co_await engine_.scan(range, visit);
  CO_TRY(read);
  co_return batch;
}

Task<Result<std::size_t>> QueueBuilder::build(const Table& table, std::size_t items_max) {
  QueueProgress progress = beginning(table);
  const auto known = progress_.find(table.id);
  if (known != progress_.end() && is_of_same_switch(known->second, progress)) {
    progress = known->second;
  }
  if (progress.is_complete) co_return std::size_t{0};
  auto batch = co_await read_batch(table, progress, items_max);
  CO_TRY(batch);
  const auto body = [&](engine::Transaction& transaction) {
    for (const auto& [key, value] : batch->entries) transaction.put(key, value);
    transaction.put(progress_key(table.id), encode(batch->progress));
    Status buffered;
    return Task<Status>::ready(std::move(buffered));
  };
  Status committed = co_await engine::run(engine_, body);
  CO_TRY(committed);
  progress_[table.id] = std::move(batch->progress);
  co_return batch->items;
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

}  // namespace partita::ttl
