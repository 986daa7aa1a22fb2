#include "dynamodb/operations/list_exports.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "dynamodb/operations/export_lookup.h"
#include "partita/api/exception.h"
#include "store/table_exports/exports.h"

namespace partita::operations {
namespace {

constexpr std::int64_t kExportsPage = 10;

}  // namespace

// AWS: of a table that is gone, or was made again, none is listed. The token is the last id of the
// page before, so it also works when that one is forgotten.
Task<Result<api::ListExportsResponse>> list_exports(Context& context,
                                                    const api::ListExportsRequest& request) {
  table_exports::ExportQuery query{
      .exports_max = static_cast<std::size_t>(request.max_results.value_or(kExportsPage))};
  if (request.next_token) {
    if (!table_exports::is_export_id(*request.next_token)) {
      co_return api::invalid(
          fmt::format("Invalid Request: Provided nextToken is invalid: {}", *request.next_token));
    }
    query.before = *request.next_token;
  }
  api::ListExportsResponse response;
  if (request.table_arn) {
    const auto name = exported_table_of(*request.table_arn);
    CO_TRY(name);
    const auto table = context.catalog.find(*name);
    if (!table) co_return response;
    query.table_uuid = table->settings.table_uuid;
  }
  if (context.exports == nullptr) co_return response;
  auto records = co_await context.exports->list(query);
  CO_TRY(records);
  if (records->size() > query.exports_max) {
    records->resize(query.exports_max);
    response.next_token = records->back().id;
  }
  for (const auto& record : *records) {
    response.export_summaries.push_back({.export_arn = table_exports::arn_of(record),
                                         .export_status = status_of(record),
                                         .export_type = record.is_incremental
                                                            ? api::ExportType::IncrementalExport
                                                            : api::ExportType::FullExport});
  }
  co_return response;
}

}  // namespace partita::operations
