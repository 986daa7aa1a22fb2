#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/delete_table.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// Deletes a table with its items and indexes. It answers DELETING; by default the table is gone by
// then. If the program stops in between, its job (lifecycle::TableJobs) goes on with it.
// ERRORS: ValidationException, ResourceNotFoundException, ResourceInUseException.
// REQUIRES: context and request outlive the task.
Task<Result<api::DeleteTableResponse>> delete_table(Context& context,
                                                    const api::DeleteTableRequest& request);

}  // namespace partita::operations
