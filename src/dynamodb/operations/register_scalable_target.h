#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/register_scalable_target.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ValidationException, LimitExceededException; those of the engine.
// REQUIRES: context and request outlive the task.
Task<Result<api::RegisterScalableTargetResponse>> register_scalable_target(
    Context& context, const api::RegisterScalableTargetRequest& request);

}  // namespace partita::operations
