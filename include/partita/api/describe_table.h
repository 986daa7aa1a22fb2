#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "partita/api/shape.h"
#include "partita/api/table_description.h"

namespace partita::api {

// Describes a table as it is now: keys, status, indexes, number and size of its items.
// ERRORS: ResourceNotFound.
struct DescribeTableRequest {
  std::string table_name;

  static constexpr auto shape() {
    using Self = DescribeTableRequest;
    return std::tuple(
        required("TableName", &Self::table_name, kTableNameOrArn).if_absent(kNoTableName));
  }
};

struct DescribeTableResponse {
  std::optional<TableDescription> table;

  static constexpr auto shape() {
    using Self = DescribeTableResponse;
    return std::tuple(optional("Table", &Self::table));
  }
};

}  // namespace partita::api
