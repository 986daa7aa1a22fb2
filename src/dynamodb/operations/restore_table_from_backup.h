#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/restore_table_from_backup.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// Makes a new table that is Creating, to be filled by a job (lifecycle/table_jobs.h) with what is
// in the backup. ERRORS: those of DynamoDB, in its order: the backup, the overrides, that there is
// no such table yet; those of the engine.
Task<Result<api::RestoreTableFromBackupResponse>> restore_table_from_backup(
    Context& context, const api::RestoreTableFromBackupRequest& request);

}  // namespace partita::operations
