#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "language/expression/condition.h"
#include "language/expression/projection.h"
#include "partita/base/bytes.h"
#include "partita/value/item_view.h"
#include "store/items/capacity.h"
#include "store/keys/key_range.h"
#include "store/query/read_source.h"

namespace partita::query {

// AWS: "A single Query operation will read up to the maximum number of items set (if using the
// Limit parameter) or a maximum of 1 MB of data" (API_Query).
inline constexpr std::size_t kPageBytesMax = std::size_t{1} << 20;

// What a page tells of the rows that pass the filter.
enum class Output {
  Rows,       // The rows as they are stored.
  Items,      // The items that the rows of a local index stand for, each read from the table.
  CountOnly,  // Nothing.
};

struct PartitionValue {
  std::string_view attribute;
  ValueView value;
};

// One page of a Query or a Scan. Views the filter, the projection and the partition's values.
struct ReadPlan {
  ReadSource source;
  keys::KeyRange range;
  // Rows with another partition key do not belong to this Query, even if the hashes are equal.
  std::vector<PartitionValue> partition;
  engine::Direction direction = engine::Direction::Forward;
  std::size_t rows_max = SIZE_MAX;
  const expression::Condition* filter = nullptr;
  Output output = Output::Rows;
  const expression::Projection* projection = nullptr;  // What of the rows or items; null for all.
  items::ReadConsistency consistency = items::ReadConsistency::Eventual;
};

// What is left of the range behind the row with that key, in the direction of the plan. The row
// need not exist any more.
keys::KeyRange rest_of(keys::KeyRange range, engine::Direction direction, ByteView row_key);

}  // namespace partita::query
