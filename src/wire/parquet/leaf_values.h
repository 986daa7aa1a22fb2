#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "partita/base/bytes.h"
#include "wire/parquet/column.h"
#include "wire/parquet/datum.h"

namespace partita::parquet {

// What one leaf has in all rows. An entry has two levels: in how far it is there, and which of its
// lists it goes on with (0: it begins a row). It has a value if it is there wholly.
struct LeafValues {
  std::vector<std::uint8_t> definitions;
  std::vector<std::uint8_t> repetitions;
  Bytes bytes;                      // Of all values, little-endian.
  std::vector<std::uint32_t> ends;  // Where each value ends in them.

  std::size_t entries() const { return definitions.size(); }
  std::size_t values() const { return ends.size(); }
  ByteView value(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends[index - 1];
    return ByteView(bytes).substr(begin, ends[index] - begin);
  }
};

// Adds a row to the values of all leaves.
// REQUIRES: one datum for each column, of its kind; none is null that is required.
void shred(const std::vector<Column>& columns, const Row& row, std::vector<LeafValues>& leaves);

}  // namespace partita::parquet
