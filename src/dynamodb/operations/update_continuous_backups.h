#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/update_continuous_backups.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// Switches point-in-time recovery of a table on or off, or changes its window. It is in force when
// the answer is there.
// ERRORS: TableNotFoundException, ValidationException; those of the engine.
Task<Result<api::UpdateContinuousBackupsResponse>> update_continuous_backups(
    Context& context, const api::UpdateContinuousBackupsRequest& request);

}  // namespace partita::operations
