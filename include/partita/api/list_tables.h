#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"

namespace partita::api {

// Lists the names of all tables in alphabetical order, a page of up to 100 at a time.
struct ListTablesRequest {
  std::optional<std::string> exclusive_start_table_name;
  std::optional<std::int32_t> limit;

  static constexpr auto shape() {
    using Self = ListTablesRequest;
    return std::tuple(
        optional("ExclusiveStartTableName", &Self::exclusive_start_table_name, kTableName),
        optional("Limit", &Self::limit, Bounds{.min = 1, .max = 100}));
  }
};

struct ListTablesResponse {
  std::optional<std::vector<std::string>> table_names;
  // Where to go on; absent on the last page.
  std::optional<std::string> last_evaluated_table_name;

  static constexpr auto shape() {
    using Self = ListTablesResponse;
    return std::tuple(optional("TableNames", &Self::table_names),
                      optional("LastEvaluatedTableName", &Self::last_evaluated_table_name));
  }
};

}  // namespace partita::api
