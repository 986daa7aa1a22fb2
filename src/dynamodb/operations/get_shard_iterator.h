#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/get_shard_iterator.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// A place in a stream from which GetRecords reads, good for 15 minutes. LATEST is the end of what
// was committed before the request: whatever is written after its answer will be read. ERRORS:
// ValidationException, ResourceNotFoundException, TrimmedDataAccessException. REQUIRES: context and
// request outlive the task.
Task<Result<api::GetShardIteratorResponse>> get_shard_iterator(
    const ReadContext& context, const api::GetShardIteratorRequest& request);

}  // namespace partita::operations
