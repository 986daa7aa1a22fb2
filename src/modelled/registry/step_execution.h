#pragma once

#include <string_view>

#include "dynamodb/operations/context.h"
#include "modelled/registry/apply_plan.h"
#include "modelled/registry/apply_progress.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/jobs/jobs.h"

namespace partita::registry {

// Does a step, and waits until its table is ready for the next.
// REQUIRES: the jobs run: they fill and empty indexes.
// ERRORS: those of the operation, with the step's name before it; as wait_until_settled.
Task<Status> carry_out(operations::Context& context, jobs::Jobs& jobs, const Step& step,
                       const Report& report);

// Waits until the table and all of its indexes are as they are going to be, or the table is gone.
// REQUIRES: as carry_out.
// ERRORS: Unavailable if that cannot happen because the engine takes no writes or the jobs have
// ended; that of tell.
Task<Status> wait_until_settled(operations::Context& context, jobs::Jobs& jobs,
                                std::string_view table, const Report& report);

}  // namespace partita::registry
