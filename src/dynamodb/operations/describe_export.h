#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/describe_export.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: those of DynamoDB; those of the engine; Corrupt.
Task<Result<api::DescribeExportResponse>> describe_export(
    Context& context, const api::DescribeExportRequest& request);

}  // namespace partita::operations
