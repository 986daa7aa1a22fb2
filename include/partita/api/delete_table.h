#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "partita/api/shape.h"
#include "partita/api/table_description.h"

namespace partita::api {

// Deletes a table with all of its items, indexes and history. Its status is Deleting in the
// response and it is gone soon after. The records of its stream can be read for another day.
// ERRORS: ResourceNotFound; ResourceInUse while the table is being created or changed; Validation
// if deletion protection is on (UpdateTable switches it off).
struct DeleteTableRequest {
  std::string table_name;

  static constexpr auto shape() {
    using Self = DeleteTableRequest;
    return std::tuple(
        required("TableName", &Self::table_name, kTableNameOrArn).if_absent(kNoTableName));
  }
};

struct DeleteTableResponse {
  std::optional<TableDescription> table_description;

  static constexpr auto shape() {
    using Self = DeleteTableResponse;
    return std::tuple(optional("TableDescription", &Self::table_description));
  }
};

}  // namespace partita::api
