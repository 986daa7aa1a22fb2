#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/untag_resource.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ValidationException, ResourceNotFoundException.
// REQUIRES: context and request outlive the task.
Task<Result<api::UntagResourceResponse>> untag_resource(Context& context,
                                                        const api::UntagResourceRequest& request);

}  // namespace partita::operations
