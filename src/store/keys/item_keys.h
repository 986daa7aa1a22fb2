#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "store/keys/key_hash.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"
#include "store/keys/key_value.h"
#include "store/keys/sort_condition.h"

// The keys of items and of index entries, and the ranges a Query or a Scan reads.
// key_space.h has their grammar.
namespace partita::keys {

// All items of a table, or all entries of an index, with one partition key.
struct Partition {
  TableId table;
  IndexId index = IndexId::Base;
  KeyHash hash;  // hash_partition() of the values of the partition attributes.

  friend bool operator==(const Partition&, const Partition&) = default;
};

// The key of an item; `sort` is absent exactly if the table has no sort key.
// REQUIRES: partition.index is Base.
Bytes item_key(const Partition& partition, const std::optional<KeyValue>& sort);

// What stands for an item in index entries, streams and the TTL queue. Tells the items of one
// table apart, not those of several.
// REQUIRES: `item_key` comes from item_key().
KeyHash hash_item(ByteView item_key);

// The key of an item's entry in an index: `sort` has the values of all sort attributes of the
// index in schema order, `item` is the hash_item() of the item.
// REQUIRES: partition.index is not Base.
Bytes index_entry_key(const Partition& partition, std::span<const KeyValue> sort,
                      const KeyHash& item);

// Everything of a table: its items and all its indexes.
KeyRange table_range(TableId table);

// The items of a table (index Base), or the entries of an index.
KeyRange index_range(TableId table, IndexId index);

// What a Query reads. A condition that nothing can meet gives an empty range.
// REQUIRES: in a table (index Base) there is one sort attribute, so `equal` is empty.
KeyRange partition_range(const Partition& partition, const SortConditions& conditions = {});

// One part of a parallel Scan. All segments of one total together are the index_range, and no two
// overlap.
struct Segment {
  std::uint32_t segment = 0;
  std::uint32_t total_segments = 1;
};
inline constexpr std::uint32_t kTotalSegmentsMax = 1'000'000;

// ERRORS: InvalidArgument unless 1 <= total_segments <= kTotalSegmentsMax and
// segment < total_segments.
Result<KeyRange> segment_range(TableId table, IndexId index, const Segment& segment);

// The parts of a key; the sort attributes are still encoded, and point into the key.
struct ItemKeyParts {
  Partition partition;
  ByteView sort;  // raw; empty if there is none.
};
struct IndexEntryKeyParts {
  Partition partition;
  ByteView sort;  // a tuple of comparable forms.
  KeyHash item;
};

// ERRORS: Corrupt if `key` is of another kind or too short.
Result<ItemKeyParts> parse_item_key(ByteView key);
Result<IndexEntryKeyParts> parse_index_entry_key(ByteView key);

}  // namespace partita::keys
