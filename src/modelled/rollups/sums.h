#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/write_set.h"
#include "modelled/rollups/exact_sum.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"

namespace partita::rollups {

// How many inputs the measures of one rollup may have together.
inline constexpr std::size_t kSlotsMax = 64;

// What is known of one input of the measures: how many items have it, and the sum of its values.
struct SlotSum {
  std::int64_t inputs = 0;
  ExactSum sum;

  friend bool operator==(const SlotSum&, const SlotSum&) = default;
};

// The value of a row: how many items there are, and the slots of the rollup in their order. What a
// write does to a row has the same form: items and inputs may then be negative.
struct Sums {
  std::int64_t items = 0;
  std::vector<SlotSum> slots;

  bool is_empty() const;
  // REQUIRES: as many slots, or none here.
  void add(const Sums& other);

  friend bool operator==(const Sums&, const Sums&) = default;
};

// sums.cc has the grammar. Equal sums have equal bytes.
Bytes encode(const Sums& sums);
// ERRORS: Corrupt.
Result<Sums> decode_sums(ByteView bytes);

// How rows are merged: adds. A row that becomes empty is no row. A stored row that is
// damaged stays as it is, so that the next read of it fails with Corrupt.
std::optional<Bytes> combine_sums(std::optional<ByteView> stored, ByteView operand);

// combine_sums for a row of sums or of changes to materialise, null for any other key. For
// engine::KeyKinds.
engine::Combine rollup_kind(ByteView key);

}  // namespace partita::rollups
