#pragma once

#include <optional>

#include "language/expression/update.h"
#include "partita/api/legacy_conditions.h"
#include "partita/api/shape.h"
#include "partita/base/result.h"

namespace partita::operations {

using AttributeUpdates = std::optional<api::Dictionary<api::AttributeValueUpdate>>;

// What AttributeUpdates does to the item, as an update expression; nothing if it is absent or
// empty.
// ERRORS: InvalidArgument in DynamoDB's words.
Result<std::optional<expression::Update>> legacy_update(const AttributeUpdates& updates);

// An error of Update::apply as a client that sent AttributeUpdates is told of it.
Error in_legacy_words(Error error);

}  // namespace partita::operations
