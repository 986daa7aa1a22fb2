#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/put_item.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// REQUIRES: context and request outlive the task.
Task<Result<api::PutItemResponse>> put_item(Context& context, const api::PutItemRequest& request);

}  // namespace partita::operations
