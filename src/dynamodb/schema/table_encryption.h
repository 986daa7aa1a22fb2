#pragma once

#include <optional>

#include "partita/api/encryption.h"
#include "partita/base/result.h"

// Which key a table is to be encrypted with. Partita encrypts whole stores, with keys of its own
// (docs/DURABILITY.md), so this is a setting that is only told again.
namespace partita::schema {

// What DescribeTable says of it: nothing for the key that AWS itself owns, which is the default.
// ERRORS: ValidationException in DynamoDB's words.
Result<std::optional<api::SSEDescription>> encryption_of(const api::SSESpecification& given);

// The same for a table that has one already, or none.
// ERRORS: ValidationException if nothing would change.
Result<std::optional<api::SSEDescription>> changed_encryption(
    const std::optional<api::SSEDescription>& current, const api::SSESpecification& given);

}  // namespace partita::schema
