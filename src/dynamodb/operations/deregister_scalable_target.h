#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/deregister_scalable_target.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ValidationException, ObjectNotFoundException; those of the engine.
// REQUIRES: context and request outlive the task.
Task<Result<api::DeregisterScalableTargetResponse>> deregister_scalable_target(
    Context& context, const api::DeregisterScalableTargetRequest& request);

}  // namespace partita::operations
