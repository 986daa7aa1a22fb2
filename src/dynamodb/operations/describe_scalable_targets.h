#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/describe_scalable_targets.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ValidationException, InvalidNextTokenException; those of the engine.
// REQUIRES: context and request outlive the task.
Task<Result<api::DescribeScalableTargetsResponse>> describe_scalable_targets(
    const ReadContext& context, const api::DescribeScalableTargetsRequest& request);

}  // namespace partita::operations
