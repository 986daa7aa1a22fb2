#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/scan.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// REQUIRES: context and request outlive the task.
Task<Result<api::ScanResponse>> scan(const ReadContext& context, const api::ScanRequest& request);

}  // namespace partita::operations
