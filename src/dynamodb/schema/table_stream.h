#pragma once

#include <optional>

#include "partita/api/stream_specification.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"

// The stream of a table as CreateTable and UpdateTable switch it. It begins and ends in the commit
// that changes the table (streams/stream_life.h).
namespace partita::schema {

// The settings of a new table's stream; none if it has none.
// ERRORS: ValidationException in DynamoDB's words.
Result<std::optional<catalog::StreamSettings>> new_stream(
    const std::optional<api::StreamSpecification>& specification);

// ERRORS: ValidationException if the specification does not say what it must.
Status check_stream_change(const api::StreamSpecification& specification);

// The table's stream switched on or off. A stream that is switched on is a new one.
// ERRORS: ValidationException if it is so already.
// REQUIRES: check_stream_change accepts the specification.
Result<catalog::StreamSettings> changed_stream(const catalog::Table& table,
                                               const api::StreamSpecification& specification);

}  // namespace partita::schema
