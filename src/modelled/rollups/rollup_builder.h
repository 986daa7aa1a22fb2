#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "model/formula/timestamp.h"
#include "modelled/rollups/rollup_program.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/walk.h"

namespace partita::rollups {

// Counts the items that a table has when a rollup is added, a few at a time in the order of their
// keys. How far it has come is stored in the same commits, so a restart goes on where it was.
// Writers and readers go on meanwhile, and every item is counted exactly once (building::Plans).
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

  engine::Engine& engine_;
  const RollupProgram& program_;
  jobs::Walk walk_;
  std::uint64_t items_ = 0;
};

}  // namespace partita::rollups
