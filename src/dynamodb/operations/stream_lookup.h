#pragma once

#include <string_view>

#include "dynamodb/operations/context.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/streams/stream_descriptor.h"
#include "store/streams/stream_list.h"

// What the operations on streams start with, and say in more than one place.
namespace partita::operations {

// The table and the label in a StreamArn parameter, of any region and any account. Views the
// argument.   ERRORS: ValidationException.
Result<streams::StreamName> stream_name_of(std::string_view arn);

// The stream that a StreamArn parameter names. It may be over, and its table gone.
// ERRORS: ValidationException, ResourceNotFoundException, in DynamoDB's words; those of the engine.
// REQUIRES: the ARN outlives the task.
Task<Result<streams::StreamDescriptor>> find_stream(const ReadContext& context,
                                                    std::string_view arn);

// TrimmedDataAccessException.
Error trimmed();

}  // namespace partita::operations
