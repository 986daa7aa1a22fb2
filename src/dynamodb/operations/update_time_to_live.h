#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/update_time_to_live.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// Switches the expiry of items on or off. Items that are there already are queued by
// a job; until all are, the state is ENABLING. ERRORS: ValidationException,
// ResourceNotFoundException, ResourceInUseException. REQUIRES: context and request outlive the
// task.
Task<Result<api::UpdateTimeToLiveResponse>> update_time_to_live(
    Context& context, const api::UpdateTimeToLiveRequest& request);

}  // namespace partita::operations
