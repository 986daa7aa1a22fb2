#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/delete_item.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// REQUIRES: context and request outlive the task.
Task<Result<api::DeleteItemResponse>> delete_item(Context& context,
                                                  const api::DeleteItemRequest& request);

}  // namespace partita::operations
