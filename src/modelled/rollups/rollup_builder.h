#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "model/formula/timestamp.h"
#include "modelled/rollups/build_position.h"
#include "modelled/rollups/rollup_program.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/walk.h"

namespace partita::rollups {

// Counts the items that a table has when a rollup is added, a few at a time in the order of their
// keys. How far it has come is stored in the same commits, so a restart goes on where it was.
// Writers and readers go on meanwhile, and every item is counted exactly once:
//
//   At every moment the sums are those of the items whose keys are at or before the position.
//
// - A writer reads the position in its transaction (RollupProgram::admit), so the position is the
//   same when it commits. An item at or before it is counted by the writer, which changes item and
//   sums together. An item behind it is not; the writer then also puts the item's touch row, one of
//   256 for the whole table.
// - A step reads the position and the touch rows of the keys it will pass, and only then the items.
//   If it commits, the position is still the same, and no item that it passes has been written
//   since it was read, or its touch row would have been. So it adds what these items contribute at
//   the moment of its commit, and moves the position behind them, together.
//
// Steps of one table and writers ahead of the position in the same 256th of it may conflict, and
// one of them is decided again; a step that loses again and again becomes smaller (jobs::Walk).
// THREADS: one thread at a time, and one builder for a table, beside any number of writers.
class RollupBuilder {
 public:
  // REQUIRES: both outlive this.
  RollupBuilder(engine::Engine& engine, const RollupProgram& program)
      : engine_(engine), program_(program), walk_(engine) {}

  enum class Build { Continues, Done };

  // Counts the next items, at most `items_max` and about four megabytes, for all rollups that are
  // equally far. Done: there is nothing left to build.
  // ERRORS: Corrupt if an item cannot be read; Conflict if writers do not let it through, which is
  // to be tried again; those of Walk::step and of the engine.
  Task<Result<Build>> build_some(model::Instant now, std::size_t items_max = 1000);

  // How many items the last call has counted.
  std::uint64_t items() const { return items_; }
  // How far the building has come, of `total` items.
  jobs::Progress progress(std::uint64_t total) const { return walk_.progress(total); }

 private:
  class Counting;
  // Rollups that are equally far, and that point.
  struct Front {
    std::vector<std::size_t> plans;
    jobs::WalkPosition position;
  };

  Task<Result<std::optional<Front>>> find_front() const;
  Task<Status> finish(const Front& front);

  engine::Engine& engine_;
  const RollupProgram& program_;
  jobs::Walk walk_;
  std::uint64_t items_ = 0;
};

}  // namespace partita::rollups
