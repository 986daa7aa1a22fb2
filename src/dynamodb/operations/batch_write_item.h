#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/batch_write_item.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// Ours: all items of the request are written in one engine transaction, so that a batch costs one
// sync; AWS promises less. What could not be written for conflicts comes back as UnprocessedItems.
// REQUIRES: context and request outlive the task.
Task<Result<api::BatchWriteItemResponse>> batch_write_item(
    Context& context, const api::BatchWriteItemRequest& request);

}  // namespace partita::operations
