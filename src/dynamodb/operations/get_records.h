#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/get_records.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// What was recorded from the iterator's place on: at most 1000 records and 1 MB, in the order in
// which the changes were committed. ERRORS: ValidationException, ResourceNotFoundException,
// ExpiredIteratorException, TrimmedDataAccessException. REQUIRES: context and request outlive the
// task.
Task<Result<api::GetRecordsResponse>> get_records(const ReadContext& context,
                                                  const api::GetRecordsRequest& request);

}  // namespace partita::operations
