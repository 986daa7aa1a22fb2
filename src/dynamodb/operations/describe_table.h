#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/describe_table.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ValidationException, ResourceNotFoundException.
// REQUIRES: context and request outlive the task.
Task<Result<api::DescribeTableResponse>> describe_table(const ReadContext& context,
                                                        const api::DescribeTableRequest& request);

}  // namespace partita::operations
