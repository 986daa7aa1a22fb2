#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/describe_scaling_policies.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ValidationException, InvalidNextTokenException; those of the engine.
// REQUIRES: context and request outlive the task.
Task<Result<api::DescribeScalingPoliciesResponse>> describe_scaling_policies(
    const ReadContext& context, const api::DescribeScalingPoliciesRequest& request);

}  // namespace partita::operations
