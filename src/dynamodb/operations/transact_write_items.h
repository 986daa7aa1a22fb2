#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/transact_write_items.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// REQUIRES: context and request outlive the task.
Task<Result<api::TransactWriteItemsResponse>> transact_write_items(
    Context& context, const api::TransactWriteItemsRequest& request);

}  // namespace partita::operations
