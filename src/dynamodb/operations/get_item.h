#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/get_item.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// REQUIRES: context and request outlive the task.
Task<Result<api::GetItemResponse>> get_item(const ReadContext& context,
                                            const api::GetItemRequest& request);

}  // namespace partita::operations
