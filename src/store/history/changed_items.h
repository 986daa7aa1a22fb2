#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/table.h"
#include "store/history/author.h"

namespace partita::history {

// Which changes of a table are meant: those that all of it says of.
struct ChangeFilter {
  std::int64_t from = 0;  // The first and the last time.
  std::int64_t to = std::numeric_limits<std::int64_t>::max();
  std::uint64_t request = 0;    // As that of Author; 0: of any.
  std::string access_key = {};  // Empty: of any.

  bool takes(std::int64_t time, const Author& author) const;
};

// The keys of the items that have such changes, in their order; one more than `items_max` at most.
// Reads the history of all days of the filter.
// REQUIRES: the table keeps its history.   ERRORS: Corrupt; those of the engine.
Task<Result<std::vector<Bytes>>> find_changed_items(const engine::View& view,
                                                    const catalog::Table& table,
                                                    const ChangeFilter& filter,
                                                    std::size_t items_max);

}  // namespace partita::history
