#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// What a Parquet file of ours holds: rows of nested columns.
namespace partita::parquet {

enum class Kind : std::uint8_t {
  Bool,
  Int64,
  Timestamp,  // Milliseconds since 1970, in UTC.
  Date,       // Days since 1970.
  Decimal,    // A whole number of units of 10 to the power of -scale; 18 digits at most.
  Double,
  Binary,
  Text,
  Json,
  Group,  // Its children are its fields.
  List,   // Its one child is its element.
};

struct Column {
  std::string name;
  Kind kind = Kind::Text;
  bool is_required = false;  // Otherwise it may be null.
  int precision = 0;         // Of a Decimal.
  int scale = 0;
  std::vector<Column> children = {};

  bool is_nested() const { return kind == Kind::Group || kind == Kind::List; }
  friend bool operator==(const Column&, const Column&) = default;
};

// A column that has values of its own: what the bytes of a file are arranged by.
struct Leaf {
  const Column* column = nullptr;
  std::vector<std::string> path;    // As the format has it, the levels of lists included.
  std::uint8_t definition_max = 0;  // How many of its ancestors and itself may be absent.
  std::uint8_t repetition_max = 0;  // How many lists it is in.
};

// In the order of the file. REQUIRES: the columns outlive the leaves.
std::vector<Leaf> leaves_of(const std::vector<Column>& columns);

// In how many bytes each value is stored; 0: each has a length of its own. REQUIRES: a leaf.
std::size_t width_of(Kind kind);

}  // namespace partita::parquet
