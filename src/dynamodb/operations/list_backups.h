#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/list_backups.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: those of DynamoDB; those of the engine; Corrupt.
Task<Result<api::ListBackupsResponse>> list_backups(Context& context,
                                                    const api::ListBackupsRequest& request);

}  // namespace partita::operations
