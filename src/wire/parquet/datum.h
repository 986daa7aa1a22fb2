#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "partita/base/bytes.h"

namespace partita::parquet {

// A value of a column, as its kind has it: a whole number also of Timestamp, Date and Decimal;
// bytes of Binary, Text and Json; the fields of a Group, as many as it has, or the elements of a
// List. Nothing at all: null.
struct Datum {
  std::variant<std::monostate, bool, std::int64_t, double, Bytes, std::vector<Datum>> value;

  bool is_null() const { return value.index() == 0; }
  friend bool operator==(const Datum&, const Datum&) = default;
};

using Row = std::vector<Datum>;  // One for each column.

}  // namespace partita::parquet
