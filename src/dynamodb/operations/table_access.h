#pragma once

#include <string_view>

#include "dynamodb/operations/context.h"
#include "partita/base/result.h"

namespace partita::operations {

// The table for an operation on items, by its name or its ARN.
// ERRORS: InvalidArgument if that can be no name; ResourceNotFound if there is no such table, or it
// is being made or deleted; Unavailable if it is in doubt.
Result<catalog::TablePointer> find_table(const ReadContext& context, std::string_view name_or_arn);

}  // namespace partita::operations
