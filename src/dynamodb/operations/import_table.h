#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/import_table.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// Begins an import and answers with it; the objects are read, and the table is made and filled, by
// a job (store/table_imports). ERRORS: ValidationException, ResourceInUseException,
// ImportConflictException, LimitExceededException.
// REQUIRES: context and request outlive the task.
Task<Result<api::ImportTableResponse>> import_table(Context& context,
                                                    const api::ImportTableRequest& request);

}  // namespace partita::operations
