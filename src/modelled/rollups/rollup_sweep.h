#pragma once

#include <cstddef>

#include "engine/engine.h"
#include "model/formula/timestamp.h"
#include "modelled/rollups/rollup_plan.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::rollups {

// Erases the buckets of a rollup that no window reaches any more: those that end two hours before
// the longest window begins. Totals stay. Looks at each group once; erases at most `ranges_max`
// ranges and says how many: if as many, call again.
// Harmless beside writers: what is that old is neither read nor merged into.
// ERRORS: Corrupt; those of the engine.
Task<Result<std::size_t>> sweep(engine::Engine& engine, const RollupPlan& plan, model::Instant now,
                                std::size_t ranges_max = 1000);

}  // namespace partita::rollups
