#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/describe_continuous_backups.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// Whether a table can be restored to a moment, and to which ones.
// ERRORS: TableNotFoundException, ValidationException.
Task<Result<api::DescribeContinuousBackupsResponse>> describe_continuous_backups(
    const ReadContext& context, const api::DescribeContinuousBackupsRequest& request);

}  // namespace partita::operations
