#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/list_streams.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// The streams that can be read, page by page: also those that are disabled, or whose tables are
// gone. ERRORS: ValidationException. REQUIRES: context and request outlive the task.
Task<Result<api::ListStreamsResponse>> list_streams(const ReadContext& context,
                                                    const api::ListStreamsRequest& request);

}  // namespace partita::operations
