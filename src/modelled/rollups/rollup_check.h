#pragma once

#include <string>
#include <vector>

#include "engine/engine.h"
#include "model/formula/timestamp.h"
#include "modelled/rollups/contribution_rows.h"
#include "modelled/rollups/rollup_program.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::rollups {

// The rows that the items of the table make, counted anew; while the rollup is being built, those
// of the items up to its position. ERRORS: Corrupt if an item cannot be read; those of the engine.
Task<Result<ContributionTotals>> recompute(const engine::View& view, const RollupProgram& program,
                                           const RollupPlan& plan, model::Instant now);

// What is wrong with the stored rows, if the items make these, as find_differences says it.
// REQUIRES: the totals are of all items up to the rollup's position, at the view's moment and
// `now`. ERRORS: Corrupt; those of the engine.
Task<Result<std::vector<std::string>>> compare_rows(const engine::View& view,
                                                    const RollupPlan& plan,
                                                    const ContributionTotals& totals,
                                                    model::Instant now);

// What is wrong with the stored rows, one sentence each, at most a hundred; empty if nothing is.
// Compares what is Live, as far back as windows reach at `now`.
// REQUIRES: the view is a snapshot; no write had a later `now`.
// ERRORS: as recompute.
Task<Result<std::vector<std::string>>> find_differences(const engine::View& view,
                                                        const RollupProgram& program,
                                                        const RollupPlan& plan, model::Instant now);

}  // namespace partita::rollups
