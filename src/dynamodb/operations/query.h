#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/query.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// REQUIRES: context and request outlive the task.
Task<Result<api::QueryResponse>> query(const ReadContext& context,
                                       const api::QueryRequest& request);

}  // namespace partita::operations
