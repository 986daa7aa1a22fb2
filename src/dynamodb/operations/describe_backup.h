#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/describe_backup.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: those of DynamoDB; those of the engine; Corrupt.
Task<Result<api::DescribeBackupResponse>> describe_backup(
    Context& context, const api::DescribeBackupRequest& request);

}  // namespace partita::operations
