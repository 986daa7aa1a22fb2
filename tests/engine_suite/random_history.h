#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/engine.h"
#include "engine_suite/violations.h"

namespace partita::engine {

struct RandomHistoryReport {
  Violations violations;
  std::size_t reads = 0;
  std::size_t commits = 0;
  std::size_t conflicts = 0;
  // Conflicts without a rival: allowed, because nothing is lost, but they should be rare.
  std::size_t unneeded_conflicts = 0;
};

struct RandomHistories {
  std::uint64_t seed = 1;
  std::size_t count = 1;
  std::size_t steps = 60;
  // As EngineHome::may_refuse_unread_writes.
  bool may_refuse_unread_writes = false;
};

// Interleaves transactions, snapshots and plain reads on one thread, at random but repeatably, and
// compares every answer with a model. Each history has the seed after that of the one before.
// REQUIRES: the engine is empty; it is left empty, unless there are violations.
RandomHistoryReport check_random_histories(Engine& engine, const RandomHistories& histories);

}  // namespace partita::engine
