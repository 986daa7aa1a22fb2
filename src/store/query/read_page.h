#pragma once

#include <cstddef>
#include <optional>

#include "engine/engine.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "store/query/read_plan.h"

namespace partita::query {

// In read capacity units.
struct ReadUnits {
  double table = 0;
  double index = 0;
};

struct Page {
  EncodedItemList items;
  std::size_t count = 0;          // Of rows that passed the filter.
  std::size_t scanned_count = 0;  // Of rows that were looked at.
  // The last row that was looked at, unless the range ended first.
  std::optional<EncodedItem> last_evaluated_key;
  ReadUnits units;
};

// Reads rows until the range ends, or the limit of rows or of bytes is reached; the row that
// crosses the limit of bytes still belongs to the page. Bytes are what DynamoDB counts of a row,
// before filter and projection. All rows and items are of one moment.
// ERRORS: Corrupt if a row does not decode or an index entry has no item; those of the engine.
// REQUIRES: all reads of the view are of one moment if the plan reads rows and items
// (Output::Items); the rows alone are one scan.
Task<Result<Page>> read_page(const engine::View& view, const ReadPlan& plan);

}  // namespace partita::query
