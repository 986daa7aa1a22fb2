#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/describe_import.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// Tells how far an import is. ERRORS: ValidationException, ImportNotFoundException.
// REQUIRES: context and request outlive the task.
Task<Result<api::DescribeImportResponse>> describe_import(
    Context& context, const api::DescribeImportRequest& request);

}  // namespace partita::operations
