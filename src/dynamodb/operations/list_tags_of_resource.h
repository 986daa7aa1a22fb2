#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/list_tags_of_resource.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ValidationException, ResourceNotFoundException.
// REQUIRES: context and request outlive the task.
Task<Result<api::ListTagsOfResourceResponse>> list_tags_of_resource(
    const ReadContext& context, const api::ListTagsOfResourceRequest& request);

}  // namespace partita::operations
