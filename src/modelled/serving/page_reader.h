#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "modelled/serving/leg_merge.h"
#include "modelled/serving/page_cursor.h"
#include "modelled/serving/read_pattern.h"
#include "modelled/serving/row_filter.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::serving {

// Where a page ends.
struct PageBounds {
  std::size_t items_max = 50;
  std::size_t rows_max = 1000;  // That are looked at, shown or not.
  std::size_t bytes_max = SIZE_MAX;
  bool looks_ahead = true;  // Finds out whether there is more.
};

struct PageRows {
  std::vector<ReadRow> rows;  // In the order of reading.
  bool has_more = false;      // Or may have: looking stopped.
  bool is_partial = false;    // It is not full, although there may be more.
  PageCursor onward;          // Behind it.
  PageCursor back;            // Before it, against the direction of reading.
};

// Reads rows until the page is full or nothing is left.
// ERRORS: those of the operations.
Task<Result<PageRows>> read_page(LegMerge& merge, const RowFilter& filter,
                                 const PageBounds& bounds);

}  // namespace partita::serving
