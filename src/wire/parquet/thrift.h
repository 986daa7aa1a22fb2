#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "partita/base/bytes.h"

// Thrift's compact protocol, in which Parquet's own descriptions are written: as much of it as they
// need. A struct is a row of fields, each with the distance of its number to the one before and its
// type in one byte, and ends with a byte 00.
namespace partita::parquet {

enum class ThriftType : std::uint8_t {
  True = 1,
  False = 2,
  I32 = 5,
  I64 = 6,
  Binary = 8,
  List = 9,
  Struct = 12,
};

// Writes one struct. Fields are given in the order of their numbers.
class ThriftWriter {
 public:
  void boolean(int field, bool value);
  void integer(int field, std::int32_t value);
  void wide(int field, std::int64_t value);
  void binary(int field, ByteView value);
  // A struct as a field: what follows until `end` is in it.
  void begin(int field);
  void end();
  // The elements follow: by integer_element, binary_element, or begin_element and end.
  void list(int field, ThriftType type, std::size_t elements);
  void integer_element(std::int32_t value);
  void binary_element(ByteView value);
  void begin_element() { fields_.push_back(0); }

  // The whole struct. REQUIRES: all that was begun is ended.
  Bytes take();

 private:
  void head(int field, ThriftType type);

  Bytes bytes_;
  std::vector<int> fields_{0};  // The last one of each struct that is open.
};

}  // namespace partita::parquet
