#pragma once

#include <cstddef>
#include <cstdint>

#include "modelled/building/plans.h"
#include "modelled/rollups/time_bucket.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/number.h"
#include "store/keys/key_hash.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

// The rows of rollups: space 08 of keys/key_space.h. Integers are big-endian.
//
// key := 08 table:u32 rollup:u64 row
// row := 00 level:u8 group bucket:u32 plane:u8                          sums
//      | 01 level:u8 group bucket:u32 slot:u8 number plane:u8 item:hash  one value of min or max
//      | 02 group                                                       changes to materialise
//      | 03                                                             how far it is built
//      | 04 shard:u8                                                    a write ahead of the
//      builder
//
// level, bucket  as in time_bucket.h; bucket 0 of Total is all of time
// group          the values that are grouped by, as in group_key.cc
// number         the value, as in keys/number_codec.cc: the least is first, the greatest last
// item           hash_item() of the item that has the value; zeros in the plane Kept
//
// Sums are merged (sums.cc), never put, so writers of one group do not meet. A sum cannot be asked
// for its least part after a deletion; so min and max have a row for each item, put and erased by
// key alone, and the answer is the first or the last of them.

namespace partita::rollups {

// A fingerprint of all that the rollup's rows depend on: a rollup that is defined otherwise has
// rows of its own.
enum class RollupId : std::uint64_t {};

// Whose rows.
struct RollupRef {
  keys::TableId table;
  RollupId id;

  friend bool operator==(const RollupRef&, const RollupRef&) = default;
};

// Answers are Live and Kept together; only Live can be counted again from the items of the table.
enum class Plane : std::uint8_t {
  Live = 0,  // DO NOT CHANGE: stored. Items that are there.
  Kept = 1,  // DO NOT CHANGE: items that have expired and still count.
};

// Where one group has its sums for one bucket.
struct SumsPlace {
  Level level = Level::Total;
  ByteView group;
  std::uint32_t bucket = 0;
};

// One value of one slot there.
struct ExtremePlace {
  SumsPlace sums;
  std::uint8_t slot = 0;
  Number value;
};

// Whether it is the key of sums or of changes to materialise, which are merged.
bool is_merged_row(ByteView key);

Bytes sums_key(const RollupRef& rollup, const SumsPlace& place, Plane plane);
Bytes extreme_key(const RollupRef& rollup, const ExtremePlace& place, Plane plane,
                  const keys::KeyHash& item);
Bytes change_key(const RollupRef& rollup, ByteView group);
// How far it is built (building::Plans).
building::PlanRows plan_rows(const RollupRef& rollup);

// Everything of a table's rollups, to erase it with the table; of one rollup.
keys::KeyRange table_rollups_range(keys::TableId table);
keys::KeyRange rollup_range(const RollupRef& rollup);
// Of the rollup that a key is a row of. REQUIRES: `key` is one of the space Rollups.
keys::KeyRange rollup_range_of(ByteView key);

// The sums of one level whose group begins with `group_prefix`, whole columns.
keys::KeyRange level_range(const RollupRef& rollup, Level level, ByteView group_prefix);
// The sums of one group in the buckets of the range.
keys::KeyRange sums_range(const RollupRef& rollup, ByteView group, const BucketRange& buckets);
// All values of one slot of one group in one bucket.
keys::KeyRange extremes_range(const RollupRef& rollup, const SumsPlace& place, std::uint8_t slot);
// All values of one group in the buckets of the range; of all groups in one level.
keys::KeyRange extremes_range(const RollupRef& rollup, ByteView group, const BucketRange& buckets);
keys::KeyRange extremes_range(const RollupRef& rollup, Level level);
keys::KeyRange all_sums_range(const RollupRef& rollup);
keys::KeyRange all_extremes_range(const RollupRef& rollup);
keys::KeyRange changes_range(const RollupRef& rollup);

// The parts of a key, which point into it. REQUIRES: `columns` is how many columns the group has.
// ERRORS: Corrupt if `key` is of another kind.
struct SumsKeyParts {
  SumsPlace place;
  Plane plane;
};
Result<SumsKeyParts> parse_sums_key(ByteView key);
struct ExtremeKeyParts {
  ExtremePlace place;
  Plane plane;
};
Result<ExtremeKeyParts> parse_extreme_key(ByteView key, std::size_t columns);
Result<ByteView> parse_change_key(ByteView key);

}  // namespace partita::rollups
