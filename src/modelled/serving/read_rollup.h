#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/definition/model.h"
#include "modelled/rollups/rollup_reader.h"
#include "modelled/serving/arguments.h"
#include "modelled/serving/pattern_context.h"
#include "modelled/serving/served_model.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::serving {

// Arguments: `window` (24h, up to the longest that the rollup declares), `until` (the moment that
// the window ends at, now if it is not given), `partial` (1: answer
// although it is still being built), and a value for any column of `group_by`.
// REQUIRES: the rollup is one of the model's; all arguments outlive the task.
// ERRORS: BadArgument; StillBuilding, R401, with how far it is; NotServed if nothing keeps it;
// those of rollups::read.
Task<Result<rollups::RollupAnswer>> read_rollup(const PatternContext& context,
                                                const ServedModel& model,
                                                const model::Rollup& rollup,
                                                const Arguments& arguments);

}  // namespace partita::serving
