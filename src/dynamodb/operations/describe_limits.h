#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/describe_limits.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// AWS's default quotas. Partita has none of its own.
// REQUIRES: context and request outlive the task.
Task<Result<api::DescribeLimitsResponse>> describe_limits(
    const ReadContext& context, const api::DescribeLimitsRequest& request);

}  // namespace partita::operations
