#include "dynamodb/operations/list_tables.h"

namespace partita::operations {

constexpr std::size_t kNamesMax = 100;

Task<Result<api::ListTablesResponse>> list_tables(const ReadContext& context,
                                                  const api::ListTablesRequest& request) {
  const auto limit = request.limit ? static_cast<std::size_t>(*request.limit) : kNamesMax;
  // One more than asked for tells whether there is another page.
  const auto tables =
      context.catalog.list_after(request.exclusive_start_table_name.value_or(""), limit + 1);
  api::ListTablesResponse response;
  auto& names = response.table_names.emplace();
  for (const auto& table : tables) {
    if (names.size() < limit) names.push_back(table->name);
  }
  if (tables.size() > limit) response.last_evaluated_table_name = names.back();
  co_return response;
}

}  // namespace partita::operations
