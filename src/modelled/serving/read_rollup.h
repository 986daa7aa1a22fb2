#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "patterns/arguments.h"
#include "patterns/environment.h"
#include "patterns/served_model.h"
#include "rollups/rollup_reader.h"

namespace partita::patterns {

// Arguments: `window` (24h, up to the longest that the rollup declares), `partial` (1: answer
// although it is still being built), and a value for any column of `group_by`.
// REQUIRES: the rollup is one of the model's; all arguments outlive the task.
// ERRORS: BadArgument; StillBuilding, R401, with how far it is; NotServed if nothing keeps it;
// those of rollups::read.
Task<Result<rollups::RollupAnswer>> read_rollup(const Environment& environment,
                                                const ServedModel& model,
                                                const model::Rollup& rollup,
                                                const Arguments& arguments);

}  // namespace partita::patterns
