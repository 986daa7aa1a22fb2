#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/create_table.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// Makes a table. It answers CREATING; by default the table is ready by then
// (catalog/state_delays.h). Partita has no vector indexes, global tables and resource policies:
// their members are refused. ERRORS: ValidationException, ResourceInUseException. REQUIRES: context
// and request outlive the task.
Task<Result<api::CreateTableResponse>> create_table(Context& context,
                                                    const api::CreateTableRequest& request);

// The table that such a request asks for, checked as CreateTable checks it, and not made yet.
// ERRORS: ValidationException.
Result<catalog::Table> new_table(const Context& context, const api::CreateTableRequest& request);

}  // namespace partita::operations
