#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/list_tables.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// The names of all tables in their order, page by page.
// ERRORS: ValidationException.
// REQUIRES: context and request outlive the task.
Task<Result<api::ListTablesResponse>> list_tables(const ReadContext& context,
                                                  const api::ListTablesRequest& request);

}  // namespace partita::operations
