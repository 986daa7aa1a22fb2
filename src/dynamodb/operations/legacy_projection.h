#pragma once

#include <optional>
#include <string>
#include <vector>

#include "language/expression/projection.h"
#include "partita/base/result.h"

namespace partita::operations {

// AttributesToGet as a projection of whole attributes; nothing if it is absent.
// ERRORS: InvalidArgument in DynamoDB's words if a name is empty or comes twice.
Result<std::optional<expression::Projection>> attributes_to_get(
    const std::optional<std::vector<std::string>>& names);

}  // namespace partita::operations
