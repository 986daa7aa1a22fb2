#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"

namespace partita::api {

// Lists the names of all tables in the order of their bytes, one page at a time.
struct ListTablesRequest {
  // The last_evaluated_table_name of the page before. Absent: the first page.
  std::optional<std::string> exclusive_start_table_name;
  std::optional<std::int32_t> limit;  // 1 to 100. Absent: 100.

  static constexpr auto shape() {
    using Self = ListTablesRequest;
    return std::tuple(
        optional("ExclusiveStartTableName", &Self::exclusive_start_table_name, kTableName),
        optional("Limit", &Self::limit, Bounds{.min = 1, .max = 100}));
  }
};

struct ListTablesResponse {
  std::optional<std::vector<std::string>> table_names;
  // For exclusive_start_table_name of the next request. Absent on the last page.
  std::optional<std::string> last_evaluated_table_name;

  static constexpr auto shape() {
    using Self = ListTablesResponse;
    return std::tuple(optional("TableNames", &Self::table_names),
                      optional("LastEvaluatedTableName", &Self::last_evaluated_table_name));
  }
};

}  // namespace partita::api
