#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/describe_scaling_activities.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ValidationException, InvalidNextTokenException; those of the engine.
// REQUIRES: context and request outlive the task.
Task<Result<api::DescribeScalingActivitiesResponse>> describe_scaling_activities(
    const ReadContext& context, const api::DescribeScalingActivitiesRequest& request);

}  // namespace partita::operations
