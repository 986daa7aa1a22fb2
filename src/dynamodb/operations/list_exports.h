#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/list_exports.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: those of DynamoDB; those of the engine; Corrupt.
Task<Result<api::ListExportsResponse>> list_exports(Context& context,
                                                    const api::ListExportsRequest& request);

}  // namespace partita::operations
