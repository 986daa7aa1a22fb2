#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/update_item.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// REQUIRES: context and request outlive the task.
Task<Result<api::UpdateItemResponse>> update_item(Context& context,
                                                  const api::UpdateItemRequest& request);

}  // namespace partita::operations
