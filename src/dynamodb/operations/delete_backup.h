#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/delete_backup.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// From then on the backup is not there; a job removes its files.
// ERRORS: those of DynamoDB; those of the engine.
Task<Result<api::DeleteBackupResponse>> delete_backup(Context& context,
                                                      const api::DeleteBackupRequest& request);

}  // namespace partita::operations
