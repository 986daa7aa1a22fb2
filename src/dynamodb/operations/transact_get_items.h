#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/transact_get_items.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// REQUIRES: context and request outlive the task.
Task<Result<api::TransactGetItemsResponse>> transact_get_items(
    const ReadContext& context, const api::TransactGetItemsRequest& request);

}  // namespace partita::operations
