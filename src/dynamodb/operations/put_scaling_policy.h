#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/put_scaling_policy.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ValidationException, ObjectNotFoundException; those of the engine.
// REQUIRES: context and request outlive the task.
Task<Result<api::PutScalingPolicyResponse>> put_scaling_policy(
    Context& context, const api::PutScalingPolicyRequest& request);

}  // namespace partita::operations
