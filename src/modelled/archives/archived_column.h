#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/definition/archive.h"
#include "model/definition/attribute.h"
#include "model/formula/timestamp.h"

namespace partita::archives {

// What a column of an archive's files holds.
enum class ColumnKind : std::uint8_t {  // DO NOT CHANGE: stored.
  Text = 1,                             // S
  Number = 2,                           // N, as text: with all of its digits.
  Integer = 3,                          // N without a fraction, in 64 bits.
  Decimal = 4,                          // N with so many digits behind the point.
  Double = 5,                           // N
  Flag = 6,                             // BOOL
  Binary = 7,                           // B
  Moment = 8,                           // S or N, as the encoding says.
  Day = 9,                              // S: 2026-11-16.
  Json = 10,                            // Any value.
  Group = 11,                           // M, with a column for each field.
  List = 12,                            // L, with a column for its elements.
  TextSet = 13,                         // SS
  NumberSet = 14,                       // NS, as texts.
  BinarySet = 15,                       // BS
};

struct ArchivedColumn {
  // Deeper values are JSON.
  static constexpr std::size_t kDepthMax = 12;

  std::string name;
  ColumnKind kind = ColumnKind::Text;
  model::TimestampEncoding encoding = model::TimestampEncoding::Rfc3339Ms;  // Of Moment.
  std::uint8_t precision = 0;                                               // Of Decimal.
  std::uint8_t scale = 0;
  std::vector<ArchivedColumn> children = {};  // Of Group; of List one, its elements.

  friend bool operator==(const ArchivedColumn&, const ArchivedColumn&) = default;
};

// A column for each attribute of the entity, in the order of the model, but for those that are
// folders, and for names that another column has already: whoever reads the files takes `userId`
// and `userid` for one.   REQUIRES: the archive has an entity.
std::vector<ArchivedColumn> columns_of(const model::Archive& archive);

// What stands in every file besides, and is no attribute.
inline constexpr std::string_view kGoneAtColumn = "_deleted_at";
inline constexpr std::string_view kReasonColumn = "_reason";
inline constexpr std::string_view kVersionColumn = "_model_version";
// DynamoDB JSON of all attributes that have no column, or do not come back from theirs unchanged.
inline constexpr std::string_view kRestColumn = "_rest";

}  // namespace partita::archives
