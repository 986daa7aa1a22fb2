#include "store/keys/item_keys.h"

#include <fmt/format.h>

#include "partita/base/check.h"
#include "store/keys/key_builder.h"
#include "store/keys/key_codec.h"

namespace partita::keys {
namespace {

constexpr std::size_t kIndexBytes = sizeof(Space) + sizeof(TableId) + sizeof(IndexId);
constexpr std::size_t kPartitionBytes = kIndexBytes + KeyHash::kBytes;

KeyBuilder start_index(TableId table, IndexId index, std::size_t key_bytes) {
  KeyBuilder builder(Space::Items, key_bytes);
  builder.integer(table).integer(index);
  return builder;
}

KeyBuilder start_partition(const Partition& partition, std::size_t key_bytes) {
  KeyBuilder builder = start_index(partition.table, partition.index, key_bytes);
  builder.hash(partition.hash);
  return builder;
}

KeyForm form_of(IndexId index) {
  return index == IndexId::Base ? KeyForm::Raw : KeyForm::Comparable;
}

// Where a segment begins: its share of the first 64 bits of the hash.
Bytes segment_begin(TableId table, IndexId index, const Segment& segment) {
  const Uint128 hash_bits = (Uint128{segment.segment} << 64) / segment.total_segments;
  return start_index(table, index, kIndexBytes + sizeof(std::uint64_t))
      .integer(static_cast<std::uint64_t>(hash_bits))
      .take();
}

}  // namespace

Bytes item_key(const Partition& partition, const std::optional<KeyValue>& sort) {
  PARTITA_CHECK(partition.index == IndexId::Base);
  const std::size_t sort_bytes = sort ? encoded_bytes_max(*sort) : 0;
  KeyBuilder builder = start_partition(partition, kPartitionBytes + sort_bytes);
  if (sort) append_raw(builder.key(), *sort);
  return builder.take();
}

KeyHash hash_item(ByteView item_key) {
  PARTITA_CHECK(item_key.size() >= kPartitionBytes);
  return hash_bytes(item_key.substr(kIndexBytes));
}

Bytes index_entry_key(const Partition& partition, std::span<const KeyValue> sort,
                      const KeyHash& item) {
  PARTITA_CHECK(partition.index != IndexId::Base);
  const std::size_t key_bytes = kPartitionBytes + tuple_bytes_max(sort) + KeyHash::kBytes;
  KeyBuilder builder = start_partition(partition, key_bytes);
  append_tuple(builder.key(), sort);
  return builder.hash(item).take();
}

KeyRange table_range(TableId table) {
  return prefix_range(KeyBuilder(Space::Items, kIndexBytes).integer(table).take());
}

KeyRange index_range(TableId table, IndexId index) {
  return prefix_range(start_index(table, index, kIndexBytes).take());
}

KeyRange partition_range(const Partition& partition, const SortConditions& conditions) {
  const KeyForm form = form_of(partition.index);
  PARTITA_CHECK(form == KeyForm::Comparable || conditions.equal.empty());
  const std::size_t key_bytes = kPartitionBytes + tuple_bytes_max(conditions.equal);
  KeyBuilder builder = start_partition(partition, key_bytes);
  append_tuple(builder.key(), conditions.equal);
  if (!conditions.last) return prefix_range(builder.take());
  return conditions.last->range(builder.key(), form);
}

Result<KeyRange> segment_range(TableId table, IndexId index, const Segment& segment) {
  const auto [number, total] = segment;
  if (total == 0 || total > kTotalSegmentsMax || number >= total) {
    return Error::invalid_argument(
        fmt::format("segment {} of {}: a scan has 1 to {} segments, counted from 0", number, total,
                    kTotalSegmentsMax));
  }
  // The first begins and the last ends with the index, so that nothing can fall outside.
  KeyRange range = index_range(table, index);
  if (number > 0) range.begin = segment_begin(table, index, segment);
  if (number + 1 < total) range.end = segment_begin(table, index, {number + 1, total});
  return range;
}

Result<ItemKeyParts> parse_item_key(ByteView key) {
  if (key.size() < kPartitionBytes) return Error::corrupt("an item key is too short");
  KeyReader reader(key);
  if (reader.integer<Space>() != Space::Items) {
    return Error::corrupt("an item key is not in the space of items");
  }
  const auto table = reader.integer<TableId>();
  const auto index = reader.integer<IndexId>();
  if (index != IndexId::Base) return Error::corrupt("an item key belongs to an index");
  const KeyHash hash = reader.hash();
  return ItemKeyParts{.partition = {table, index, hash}, .sort = reader.rest()};
}

Result<IndexEntryKeyParts> parse_index_entry_key(ByteView key) {
  if (key.size() < kPartitionBytes + KeyHash::kBytes) {
    return Error::corrupt("an index entry's key is too short");
  }
  KeyReader reader(key);
  if (reader.integer<Space>() != Space::Items) {
    return Error::corrupt("an index entry's key is not in the space of items");
  }
  const auto table = reader.integer<TableId>();
  const auto index = reader.integer<IndexId>();
  if (index == IndexId::Base) return Error::corrupt("an index entry's key belongs to no index");
  const KeyHash hash = reader.hash();
  const ByteView sort = reader.bytes(reader.rest().size() - KeyHash::kBytes);
  return IndexEntryKeyParts{.partition = {table, index, hash}, .sort = sort, .item = reader.hash()};
}

}  // namespace partita::keys
