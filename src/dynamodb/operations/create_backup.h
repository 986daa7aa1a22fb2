#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/create_backup.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// Takes the state of the table at this moment; a job makes the backup of it.
// ERRORS: those of DynamoDB; those of the engine.
Task<Result<api::CreateBackupResponse>> create_backup(Context& context,
                                                      const api::CreateBackupRequest& request);

}  // namespace partita::operations
