#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/update_table.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// Changes a table. It answers as it was before where AWS does, and UPDATING where AWS needs time;
// by default the change is made by then. An index is filled or emptied by a job. Partita
// has no vector indexes and global tables: their members are refused. ERRORS: ValidationException,
// ResourceNotFoundException, ResourceInUseException, LimitExceededException. REQUIRES: context and
// request outlive the task.
Task<Result<api::UpdateTableResponse>> update_table(Context& context,
                                                    const api::UpdateTableRequest& request);

}  // namespace partita::operations
