#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "model/formula/timestamp.h"
#include "modelled/rollups/measure_values.h"
#include "modelled/rollups/rollup_plan.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/number.h"
#include "partita/value/value.h"

namespace partita::rollups {

// Only groups with this value in the column. Those of the first columns make the reading shorter.
struct GroupFilter {
  std::string column;
  Value value;
};

struct RollupQuery {
  std::vector<GroupFilter> filters;
  // The last while; nullopt: all of time. Any window up to the longest that the rollup declares.
  std::optional<model::Duration> window;
  model::Instant now{};
  std::size_t groups_max = 10'000;
};

struct RollupRow {
  std::vector<Value> group;  // As in `group_by`; NULL for what is absent.
  std::int64_t items = 0;
  std::vector<std::optional<Number>> measures;  // As in `measures`; nullopt is null.

  friend bool operator==(const RollupRow&, const RollupRow&) = default;
};

struct RollupAnswer {
  std::vector<RollupRow> rows;  // Sorted by group; only groups with items.
  bool has_more = false;        // There are more than groups_max.
  // What a window covers: whole minutes from the one that `now - window` is in, up to and with that
  // of `now`.
  std::optional<model::Instant> from;
  std::optional<model::Instant> until;
  double built = 1;           // Below 1: only so much of the table is counted yet.
  std::size_t rows_read = 0;  // Of the engine.
};

// Answers from sums, without reading items: one row for each group, or for each group and bucket
// of a window (119 minutes, 46 hours and the days in it at most; twice that where items have
// expired and still count). A rollup without `group_by` has always one row.
// All of it is of one moment if the view is: pass a snapshot.
// ERRORS: InvalidArgument for a column or window that the rollup has not, naming those it has;
// Corrupt; those of the engine.
Task<Result<RollupAnswer>> read(const engine::View& view, const RollupPlan& plan,
                                const RollupQuery& query);

// One group over all of time.
Task<Result<Aggregate>> read_group(const engine::View& view, const RollupPlan& plan,
                                   ByteView group);

}  // namespace partita::rollups
