#pragma once

#include <cstdint>
#include <string_view>

#include "wire/parquet/column.h"

// The numbers of the Parquet format that our files have. DO NOT CHANGE: others read them.
namespace partita::parquet {

// file := magic chunk* footer footer_bytes:u32 magic        u32 little-endian; footer: FileMetaData
inline constexpr std::string_view kMagic = "PAR1";

enum class Physical : std::int32_t { Boolean = 0, Int32 = 1, Int64 = 2, Double = 5, ByteArray = 6 };
enum class Converted : std::int32_t {
  Utf8 = 0,
  List = 3,
  Decimal = 5,
  Date = 6,
  TimestampMillis = 9,
  Json = 19
};
enum class Repetition : std::int32_t { Required = 0, Optional = 1, Repeated = 2 };
enum class Encoding : std::int32_t { Plain = 0, Runs = 3, Dictionary = 8 };
enum class PageType : std::int32_t { Data = 0, Dictionary = 2 };
inline constexpr std::int32_t kZstd = 6;

// REQUIRES: a leaf.
constexpr Physical physical_of(Kind kind) {
  switch (kind) {
    case Kind::Bool:
      return Physical::Boolean;
    case Kind::Date:
      return Physical::Int32;
    case Kind::Int64:
    case Kind::Timestamp:
    case Kind::Decimal:
      return Physical::Int64;
    case Kind::Double:
      return Physical::Double;
    default:
      return Physical::ByteArray;
  }
}

}  // namespace partita::parquet
