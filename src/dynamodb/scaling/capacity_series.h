#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::scaling {

// What a table or an index was asked for against what it had, minute by minute.
struct CapacitySeries {
  // Reads or writes, a number for each minute.
  struct Direction {
    std::vector<double> consumed;           // Units in a second, on the minute's average.
    std::vector<std::int64_t> provisioned;  // Units in a second; 0 where it is not known, or none.
    std::vector<std::int64_t> throttled;    // Requests.
  };
  std::int64_t first_minute = 0;  // Since 1970.
  Direction reads;
  Direction writes;
};

// Of the minutes from `first` to `last`, both included; `index` is empty for the table itself.
// ERRORS: Corrupt; those of the engine.
struct SeriesOf {
  std::string table;
  std::string index;
  std::int64_t first = 0;
  std::int64_t last = 0;
};
Task<Result<CapacitySeries>> capacity_series(const engine::View& view, const SeriesOf& wanted);

}  // namespace partita::scaling
