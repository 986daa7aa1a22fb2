#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/describe_stream.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ValidationException, ResourceNotFoundException.
// REQUIRES: context and request outlive the task.
Task<Result<api::DescribeStreamResponse>> describe_stream(
    const ReadContext& context, const api::DescribeStreamRequest& request);

}  // namespace partita::operations
