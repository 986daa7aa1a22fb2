#include "dynamodb/schema/table_errors.h"

#include <fmt/format.h>

#include "partita/api/exception.h"

namespace partita::schema {

using catalog::TableState;

Error invalid_parameter(std::string_view what) {
  return api::invalid(fmt::format("One or more parameter values were invalid: {}", what));
}

Error missing_member(std::string_view member) {
  return api::invalid(
      fmt::format("1 validation error detected: Value null at '{}' failed to satisfy constraint: "
                  "Member must not be null",
                  member));
}

Error table_not_found(std::string_view table_name) {
  return api::failure(api::Exception::ResourceNotFound,
                      fmt::format("Requested resource not found: Table: {} not found", table_name));
}

Error still_in_use(std::string_view why) {
  return api::failure(api::Exception::ResourceInUse,
                      fmt::format("Attempt to change a resource which is still in use: {}", why));
}

Error not_supported(std::string_view member) {
  return invalid_parameter(fmt::format("{} is not supported by Partita", member));
}

Status check_is_active(const catalog::Table& table) {
  switch (table.state) {
    case TableState::Active:
      return {};
    case TableState::Creating:
      // AWS: to all but a few operations a table that is being restored is not there.
      if (table.is_restored()) return table_not_found(table.name);
      return still_in_use(fmt::format("Table is being created: {}", table.name));
    case TableState::Updating:
      return still_in_use(fmt::format("Table is being updated: {}", table.name));
    case TableState::Deleting:
      return still_in_use(fmt::format("Table is being deleted: {}", table.name));
  }
  return Error::internal("unknown state of a table");
}

}  // namespace partita::schema
