#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/tag_resource.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ValidationException, ResourceNotFoundException.
// REQUIRES: context and request outlive the task.
Task<Result<api::TagResourceResponse>> tag_resource(Context& context,
                                                    const api::TagResourceRequest& request);

}  // namespace partita::operations
