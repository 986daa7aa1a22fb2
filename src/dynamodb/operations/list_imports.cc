#include "dynamodb/operations/list_imports.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "dynamodb/operations/export_lookup.h"
#include "dynamodb/operations/import_lookup.h"
#include "partita/api/exception.h"
#include "store/history/recovery.h"
#include "store/table_imports/imports.h"

namespace partita::operations {
namespace {

constexpr std::int64_t kImportsPage = 10;
// AWS: a token has groups of 16 hexadecimal digits, at least 112 of them. So clients check it.
constexpr std::size_t kTokenDigits = 112;

// The last id of a page, as hexadecimal digits, filled up with zeros.
std::string token_of(std::string_view id) {
  std::string token;
  for (const char byte : id) token += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  token.resize(kTokenDigits, '0');
  return token;
}

std::optional<std::string> id_in(std::string_view token) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  if (token.size() != kTokenDigits) return std::nullopt;
  std::string id;
  for (std::size_t i = 0; i < token.size(); i += 2) {
    const auto high = kDigits.find(token[i]);
    const auto low = kDigits.find(token[i + 1]);
    if (high == kDigits.npos || low == kDigits.npos) return std::nullopt;
    id.push_back(static_cast<char>(high << 4 | low));
  }
  id.resize(id.find_last_not_of('\0') + 1);
  if (!table_imports::is_import_id(id)) return std::nullopt;
  return id;
}

api::ImportSummary summary_of(const table_imports::ImportRecord& record) {
  api::ImportSummary summary;
  const auto description = description_of(record);
  summary.import_arn = description.import_arn;
  summary.import_status = description.import_status;
  summary.table_arn = description.table_arn;
  summary.s3_bucket_source = description.s3_bucket_source;
  summary.cloud_watch_log_group_arn = description.cloud_watch_log_group_arn;
  summary.input_format = description.input_format;
  summary.start_time = description.start_time;
  summary.end_time = description.end_time;
  return summary;
}

}  // namespace

// AWS: also those of tables that are gone.
Task<Result<api::ListImportsResponse>> list_imports(Context& context,
                                                    const api::ListImportsRequest& request) {
  table_imports::ImportQuery query{
      .imports_max = static_cast<std::size_t>(request.page_size.value_or(kImportsPage))};
  if (request.next_token) {
    auto before = id_in(*request.next_token);
    if (!before) {
      co_return api::invalid(
          fmt::format("Invalid Request: Provided nextToken is invalid: {}", *request.next_token));
    }
    query.before = std::move(*before);
  }
  if (request.table_arn) {
    const auto name = exported_table_of(*request.table_arn);
    CO_TRY(name);
    query.table = *name;
  }
  api::ListImportsResponse response;
  if (context.imports == nullptr) co_return response;
  auto records = co_await context.imports->list(query);
  CO_TRY(records);
  if (records->size() > query.imports_max) {
    records->resize(query.imports_max);
    response.next_token = token_of(records->back().id);
  }
  for (const auto& record : *records) {
    response.import_summary_list.push_back(summary_of(record));
  }
  co_return response;
}

}  // namespace partita::operations
