#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/table.h"

namespace partita::expiry {

// What is asked of the queue of one table.
struct OutlookOf {
  std::uint64_t from = 0;            // The first second since 1970 that counts.
  std::uint64_t step = 3600;         // How many seconds a count is of. REQUIRES: not 0.
  std::size_t steps = 24;            // How many counts there are.
  std::size_t items_max = 0;         // So many of the first items are told by their keys.
  std::size_t rows_max = 1'000'000;  // So many rows of the queue, of all tables, are read at most.
};

// How many items of a table expire when.
struct Outlook {
  struct Due {
    std::uint64_t second = 0;
    Bytes item;  // As it is stored.
  };
  // One for each step.
  std::vector<std::uint64_t> counts;
  // Whether the counts were reckoned from a part of the queue, because all of it has more rows than
  // may be read. Items are spread over its parts by their hashes, so each is a fair sample.
  bool is_estimate = false;
  // The first items that expire, earliest first; of an estimate: the first of that part.
  std::vector<Due> first;
};

// Reads the queue of items that expire, and those of the first items that are still as the queue
// has them. The queue is read as it goes on: what is written meanwhile may be in it or not.
// ERRORS: those of the engine.
Task<Result<Outlook>> read_outlook(const engine::View& view, const catalog::Table& table,
                                   const OutlookOf& wanted);

}  // namespace partita::expiry
