#pragma once

#include <cstdint>
#include <optional>

#include "partita/base/bytes.h"
#include "wire/parquet/column.h"
#include "wire/parquet/leaf_values.h"

namespace partita::parquet {

// A leaf of all rows, as pages: perhaps one with the dictionary, then those with data.
//
// data page := levels? levels? values      repetitions, definitions; not where there can be but one
// levels    := bytes:u32 runs              runs.h
// values    := plain | width:byte runs     the numbers of the dictionary's values
struct ColumnChunk {
  Bytes pages;
  std::uint64_t dictionary_bytes = 0;  // Of its page, with the head; 0: there is none.
  std::uint64_t plain_bytes = 0;       // Of all pages before they were compressed, with the heads.
  std::uint64_t nulls = 0;
  std::optional<Bytes> min;  // As stored; nullopt: there is none, or it is too long.
  std::optional<Bytes> max;
};

// REQUIRES: the values are of that leaf.
ColumnChunk write_chunk(const Leaf& leaf, const LeafValues& values);

}  // namespace partita::parquet
