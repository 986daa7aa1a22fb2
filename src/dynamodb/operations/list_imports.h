#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/list_imports.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// Lists imports, the newest first. ERRORS: ValidationException.
// REQUIRES: context and request outlive the task.
Task<Result<api::ListImportsResponse>> list_imports(Context& context,
                                                    const api::ListImportsRequest& request);

}  // namespace partita::operations
