#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/scalable_target_tags.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ResourceNotFoundException; those of the engine.
// REQUIRES: context and request outlive the task.
Task<Result<api::ListTagsOfScalableTargetResponse>> list_tags_of_scalable_target(
    const ReadContext& context, const api::ListTagsOfScalableTargetRequest& request);

// ERRORS: ResourceNotFoundException, TooManyTagsException; those of the engine.
// REQUIRES: context and request outlive the task.
Task<Result<api::TagScalableTargetResponse>> tag_scalable_target(
    Context& context, const api::TagScalableTargetRequest& request);

// ERRORS: ResourceNotFoundException; those of the engine.
// REQUIRES: context and request outlive the task.
Task<Result<api::UntagScalableTargetResponse>> untag_scalable_target(
    Context& context, const api::UntagScalableTargetRequest& request);

}  // namespace partita::operations
