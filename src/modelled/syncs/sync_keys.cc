#include "modelled/syncs/sync_keys.h"

#include "partita/base/big_endian.h"
#include "store/keys/key_builder.h"

namespace partita::syncs {
namespace {

constexpr std::size_t kSyncBytes = 1 + sizeof(keys::TableId) + sizeof(SyncId);
constexpr std::size_t kRowHeadBytes = kSyncBytes + sizeof(SyncRow);
constexpr std::size_t kStampBytes = sizeof(std::uint64_t);

keys::KeyBuilder begin_row(const SyncRef& sync, SyncRow row, std::size_t more_bytes = 0) {
  keys::KeyBuilder builder(keys::kSyncSpace, kRowHeadBytes + more_bytes);
  builder.integer(sync.table).integer(sync.id).integer(row);
  return builder;
}

std::size_t tail_bytes(SyncRow row) {
  switch (row) {
    case SyncRow::State:
      return 0;
    case SyncRow::HeldItem:
      return keys::KeyHash::kBytes;
    case SyncRow::HeldEvent:
      return keys::KeyHash::kBytes + kStampBytes;
    case SyncRow::Log:
      return kStampBytes;
  }
  return SIZE_MAX;
}

}  // namespace

SyncId sync_id(std::string_view name) {
  const keys::KeyHash hash = keys::hash_bytes(name);
  return ByteReader(hash.view()).integer<SyncId>();
}

Bytes state_key(const SyncRef& sync) { return begin_row(sync, SyncRow::State).take(); }

Bytes held_item_key(const SyncRef& sync, const keys::KeyHash& item) {
  return begin_row(sync, SyncRow::HeldItem, keys::KeyHash::kBytes).hash(item).take();
}

Bytes held_event_key(const SyncRef& sync, const keys::KeyHash& item, std::uint64_t stamp) {
  return begin_row(sync, SyncRow::HeldEvent, keys::KeyHash::kBytes + kStampBytes)
      .hash(item)
      .integer(stamp)
      .take();
}

Bytes log_prefix(const SyncRef& sync) { return begin_row(sync, SyncRow::Log).take(); }

Bytes log_key(const SyncRef& sync, std::uint64_t stamp) {
  return begin_row(sync, SyncRow::Log, kStampBytes).integer(stamp).take();
}

keys::KeyRange held_items_range(const SyncRef& sync) {
  return keys::prefix_range(begin_row(sync, SyncRow::HeldItem).take());
}

keys::KeyRange held_events_range(const SyncRef& sync, const keys::KeyHash& item) {
  return keys::prefix_range(
      begin_row(sync, SyncRow::HeldEvent, keys::KeyHash::kBytes).hash(item).take());
}

keys::KeyRange sync_range(const SyncRef& sync) {
  keys::KeyBuilder builder(keys::kSyncSpace, kSyncBytes);
  return keys::prefix_range(builder.integer(sync.table).integer(sync.id).take());
}

keys::KeyRange sync_range_of(ByteView key) {
  return keys::prefix_range(Bytes(key.substr(0, kSyncBytes)));
}

keys::KeyRange table_syncs_range(keys::TableId table) {
  return keys::space_range(keys::kSyncSpace, table);
}

std::optional<SyncKeyParts> parse_sync_key(ByteView key) {
  if (key.size() < kRowHeadBytes || key.front() != static_cast<char>(keys::kSyncSpace)) {
    return std::nullopt;
  }
  keys::KeyReader reader(key.substr(1));
  SyncKeyParts parts;
  parts.sync.table = reader.integer<keys::TableId>();
  parts.sync.id = reader.integer<SyncId>();
  parts.row = reader.integer<SyncRow>();
  if (parts.row > SyncRow::Log || reader.rest().size() != tail_bytes(parts.row)) {
    return std::nullopt;
  }
  const bool has_item = parts.row == SyncRow::HeldItem || parts.row == SyncRow::HeldEvent;
  if (has_item) parts.item = reader.hash();
  if (!reader.rest().empty()) parts.stamp = reader.integer<std::uint64_t>();
  return parts;
}

}  // namespace partita::syncs
