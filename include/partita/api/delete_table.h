#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "partita/api/shape.h"
#include "partita/api/table_description.h"

namespace partita::api {

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
