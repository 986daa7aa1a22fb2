#pragma once

#include <string_view>

#include "partita/base/result.h"

namespace partita::operations {

// Whether an item can have an attribute of that name. Names inside of values are checked where they
// are read, and those of ExpressionAttributeNames with their placeholders; this is for parameters
// that name attributes themselves.
// ERRORS: InvalidArgument in DynamoDB's words if it is empty.
Status check_attribute_name(std::string_view name);

}  // namespace partita::operations
