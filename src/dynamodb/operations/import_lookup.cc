#include "dynamodb/operations/import_lookup.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "partita/api/exception.h"
#include "store/catalog/table_name.h"
#include "store/history/recovery.h"
#include "store/table_imports/imports.h"

namespace partita::operations {
namespace {

using table_imports::ImportRecord;
using table_imports::ImportState;

struct ImportName {
  std::string_view table;
  std::string_view id;
};

// arn:aws:dynamodb:us-east-1:000000000000:table/Things/import/01731999999999-1a2b3c4d
std::optional<ImportName> parse_import_arn(std::string_view arn) {
  constexpr std::string_view kTable = ":table/";
  constexpr std::string_view kImport = "/import/";
  if (!arn.starts_with("arn:aws")) return std::nullopt;
  const auto table_at = arn.find(kTable);
  const auto import_at = arn.find(kImport);
  const bool has_both = table_at != std::string_view::npos && import_at != std::string_view::npos &&
                        table_at < import_at;
  if (!has_both) return std::nullopt;
  const auto name_at = table_at + kTable.size();
  return ImportName{.table = arn.substr(name_at, import_at - name_at),
                    .id = arn.substr(import_at + kImport.size())};
}

}  // namespace

Task<Result<ImportRecord>> find_import(const Context& context, std::string_view arn) {
  const auto name = parse_import_arn(arn);
  if (!name) co_return api::invalid("Invalid Import ARN");
  std::optional<ImportRecord> found;
  if (context.imports != nullptr && table_imports::is_import_id(name->id)) {
    auto record = co_await context.imports->find(name->id);
    CO_TRY(record);
    found = std::move(*record);
  }
  if (found && found->table_name() == name->table) co_return std::move(*found);
  co_return api::failure(api::Exception::ImportNotFound,
                         fmt::format("Import not found: Import not found: {}", arn));
}

api::ImportStatus status_of(const ImportRecord& record) {
  switch (record.state) {
    case ImportState::Completed:
      return api::ImportStatus::Completed;
    case ImportState::Failed:
      return api::ImportStatus::Failed;
    case ImportState::InProgress:
      break;
  }
  return api::ImportStatus::InProgress;
}

api::S3BucketSource source_of(const ImportRecord& record) {
  api::S3BucketSource source = record.request.s3_bucket_source;
  if (!source.s3_bucket_owner) source.s3_bucket_owner = std::string(catalog::kAccount);
  return source;
}

std::string import_log_group() {
  return fmt::format("arn:aws:logs:{}:{}:log-group:/aws-dynamodb/imports:*", catalog::kRegion,
                     catalog::kAccount);
}

api::ImportTableDescription description_of(const ImportRecord& record) {
  const auto& request = record.request;
  const auto& progress = record.progress;
  api::ImportTableDescription description;
  description.import_arn = table_imports::arn_of(record);
  description.import_status = status_of(record);
  description.table_arn = catalog::table_arn(record.table_name());
  description.table_id = record.table.settings.table_uuid;
  description.client_token = request.client_token;
  description.s3_bucket_source = source_of(record);
  description.error_count = progress.errors;
  description.cloud_watch_log_group_arn = import_log_group();
  description.input_format = request.input_format;
  description.input_format_options = request.input_format_options;
  description.input_compression_type =
      request.input_compression_type.value_or(api::InputCompressionType::None);
  description.table_creation_parameters = request.table_creation_parameters;
  description.start_time = history::to_timestamp(record.start());
  description.processed_size_bytes = progress.size_bytes;
  description.processed_item_count = progress.processed;
  description.imported_item_count = progress.imported;
  if (record.state != ImportState::InProgress) {
    description.end_time = history::to_timestamp(record.end);
  }
  if (record.state == ImportState::Failed) {
    description.failure_code = record.failure_code;
    description.failure_message = record.failure_message;
  }
  return description;
}

}  // namespace partita::operations
