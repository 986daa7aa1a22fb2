#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/delete_scaling_policy.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ValidationException, ObjectNotFoundException; those of the engine.
// REQUIRES: context and request outlive the task.
Task<Result<api::DeleteScalingPolicyResponse>> delete_scaling_policy(
    Context& context, const api::DeleteScalingPolicyRequest& request);

}  // namespace partita::operations
