#include "dynamodb/operations/export_lookup.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "dynamodb/schema/table_errors.h"
#include "partita/api/exception.h"
#include "store/catalog/table_name.h"
#include "store/history/recovery.h"
#include "store/table_exports/exports.h"

namespace partita::operations {
namespace {

using history::to_timestamp;
using table_exports::ExportRecord;
using table_exports::ExportState;

struct ExportName {
  std::string_view table;
  std::string_view id;
};

// arn:aws:dynamodb:us-east-1:000000000000:table/Things/export/01731999999999-1a2b3c4d
std::optional<ExportName> parse_export_arn(std::string_view arn) {
  constexpr std::string_view kTable = ":table/";
  constexpr std::string_view kExport = "/export/";
  if (!arn.starts_with("arn:aws")) return std::nullopt;
  const auto table_at = arn.find(kTable);
  const auto export_at = arn.find(kExport);
  const bool has_both = table_at != std::string_view::npos && export_at != std::string_view::npos &&
                        table_at < export_at;
  if (!has_both) return std::nullopt;
  const auto name_at = table_at + kTable.size();
  return ExportName{.table = arn.substr(name_at, export_at - name_at),
                    .id = arn.substr(export_at + kExport.size())};
}

std::optional<std::string> text_or_none(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return text;
}

}  // namespace

Result<std::string_view> exported_table_of(std::string_view table_arn) {
  if (!table_arn.starts_with("arn:")) {
    return schema::invalid_parameter("tableArn is not a valid ARN");
  }
  const auto resource_at = table_arn.find(":table/");
  const bool is_table = resource_at != std::string_view::npos &&
                        table_arn.find('/', resource_at + 7) == std::string_view::npos;
  if (!is_table) return api::invalid("Invalid Request: Table ARN is invalid.");
  return catalog::table_name_of(table_arn, catalog::NameRule::ForTables);
}

Task<Result<ExportRecord>> find_export(const Context& context, std::string_view arn) {
  const auto name = parse_export_arn(arn);
  if (!name) co_return api::invalid("Invalid Export ARN");
  std::optional<ExportRecord> found;
  if (context.exports != nullptr && table_exports::is_export_id(name->id)) {
    auto record = co_await context.exports->find(name->id);
    CO_TRY(record);
    found = std::move(*record);
  }
  if (found && found->table == name->table) co_return std::move(*found);
  co_return api::failure(api::Exception::ExportNotFound,
                         fmt::format("Export not found: Export not found: {}", arn));
}

api::ExportStatus status_of(const ExportRecord& record) {
  switch (record.state) {
    case ExportState::Completed:
      return api::ExportStatus::Completed;
    case ExportState::Failed:
      return api::ExportStatus::Failed;
    case ExportState::InProgress:
      break;
  }
  return api::ExportStatus::InProgress;
}

api::ExportDescription description_of(const ExportRecord& record) {
  api::ExportDescription description;
  description.export_arn = table_exports::arn_of(record);
  description.export_status = status_of(record);
  description.start_time = to_timestamp(record.start());
  description.table_arn = catalog::table_arn(record.table);
  description.table_id = record.table_uuid;
  description.client_token = text_or_none(record.token);
  description.s3_bucket = record.bucket;
  description.s3_bucket_owner = text_or_none(record.bucket_owner);
  description.s3_prefix = text_or_none(record.prefix);
  description.s3_sse_algorithm = api::S3SseAlgorithm::Aes256;
  description.export_format = record.format;
  description.failure_code = text_or_none(record.failure_code);
  description.failure_message = text_or_none(record.failure_message);
  if (record.is_incremental) {
    description.export_type = api::ExportType::IncrementalExport;
    description.incremental_export_specification = {.export_from_time = to_timestamp(record.from),
                                                    .export_to_time = to_timestamp(record.to),
                                                    .export_view_type = record.view};
  } else {
    description.export_time = to_timestamp(record.to);
  }
  if (record.state != ExportState::InProgress) description.end_time = to_timestamp(record.end);
  if (record.state == ExportState::Completed) {
    description.export_manifest = table_exports::manifest_key_of(record);
    description.item_count = record.items;
    description.billed_size_bytes = record.size_bytes;
  }
  return description;
}

}  // namespace partita::operations
