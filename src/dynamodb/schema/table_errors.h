#pragma once

#include <string_view>

#include "partita/base/error.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"

// What operations on tables say in more than one place.
namespace partita::schema {

// "One or more parameter values were invalid: <what>"
Error invalid_parameter(std::string_view what);
// "Value null at '<member>' failed to satisfy constraint: Member must not be null"
Error missing_member(std::string_view member);
// "Requested resource not found: Table: X not found"
Error table_not_found(std::string_view table_name);
// "Attempt to change a resource which is still in use: <why>"
Error still_in_use(std::string_view why);
// A ValidationException for a member whose feature Partita does not have.
Error not_supported(std::string_view member);

// ERRORS: ResourceInUseException unless the table is Active.
Status check_is_active(const catalog::Table& table);

}  // namespace partita::schema
