#pragma once

#include "dynamodb/operations/context.h"
#include "modelled/serving/step_requests.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::serving {

// Erases an item with the rows of its versions and the edges that lead to it or from it; what it
// had to itself is free then. The state of the item does not count, but `on_delete: refuse` of a
// reference to it does. The item may have been deleted before.
//
// Up to 100 rows go in one commit, all or nothing. Where there are more they go in several, the
// item itself with the last rows: after an interruption the caller asks again. When it returns
// nothing is left, also of what was written meanwhile. ERRORS: NotFound if there is nothing; what
// the model refuses; those of the engine. REQUIRES: context and step outlive the task.
Task<Status> erase(operations::Context& context, const StepRequest& step);

}  // namespace partita::serving
