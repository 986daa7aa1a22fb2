#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/describe_time_to_live.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ValidationException, ResourceNotFoundException.
// REQUIRES: context and request outlive the task.
Task<Result<api::DescribeTimeToLiveResponse>> describe_time_to_live(
    const ReadContext& context, const api::DescribeTimeToLiveRequest& request);

}  // namespace partita::operations
