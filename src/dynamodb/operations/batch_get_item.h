#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/batch_get_item.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// REQUIRES: context and request outlive the task.
Task<Result<api::BatchGetItemResponse>> batch_get_item(const ReadContext& context,
                                                       const api::BatchGetItemRequest& request);

}  // namespace partita::operations
