#pragma once

#include "operations/context.h"
#include "partita/api/scan.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// REQUIRES: context and request outlive the task.
Task<Result<api::ScanResponse>> scan(Context& context, const api::ScanRequest& request);

}  // namespace partita::operations
