#pragma once

#include <string_view>

#include "models/plan.h"
#include "models/progress.h"
#include "operations/context.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::models {

// Does a step, and waits until its table is ready for the next.
// REQUIRES: operations::BackgroundJobs are at work: they fill and empty indexes.
// ERRORS: those of the operation, with the step's name before it; as wait_until_settled.
Task<Status> carry_out(operations::Context& context, const Step& step, const Report& report);

// Waits until the table and all of its indexes are as they are going to be, or the table is gone.
// ERRORS: Unavailable if that cannot happen because the engine takes no writes; that of tell.
Task<Status> wait_until_settled(operations::Context& context, std::string_view table,
                                const Report& report);

}  // namespace partita::models
