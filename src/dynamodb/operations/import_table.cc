#include "dynamodb/operations/import_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/import_lookup.h"
#include "dynamodb/schema/table_errors.h"
#include "dynamodb/schema/table_uuid.h"
#include "partita/api/exception.h"
#include "store/places/place.h"
#include "store/table_imports/imports.h"

namespace partita::operations {
namespace {

using api::ImportTableRequest;
using table_imports::AdmittedImport;
using table_imports::ImportAdmission;
using table_imports::ImportRecord;

constexpr std::size_t kOwnerDigits = 12;

Error not_matching(std::string_view value, std::string_view member, std::string_view pattern) {
  return api::invalid(
      fmt::format("1 validation error detected: Value '{}' at '{}' failed to satisfy constraint: "
                  "Member must satisfy regular expression pattern: {}",
                  value, member, pattern));
}

Status check_source(const ImportTableRequest& request) {
  const auto& source = request.s3_bucket_source;
  if (!places::check_bucket_name(source.s3_bucket).ok()) {
    return not_matching(source.s3_bucket, "s3BucketSource.s3Bucket",
                        R"(^[a-z0-9A-Z]+[\.\-\w]*[a-z0-9A-Z]+$)");
  }
  if (const auto& owner = source.s3_bucket_owner) {
    const bool is_account =
        owner->size() == kOwnerDigits &&
        std::all_of(owner->begin(), owner->end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!is_account) return not_matching(*owner, "s3BucketSource.s3BucketOwner", "[0-9]{12}");
  }
  if (const auto& token = request.client_token) {
    const bool is_token = !token->empty() && token->find('$') == std::string::npos;
    if (!is_token) return not_matching(*token, "clientToken", R"(^[^\$]+$)");
  }
  return {};
}

// [\x20-\x21\x23-\x2B\x2D-\x7E]*: printable, without quotes and commas.
bool is_header(std::string_view name) {
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != ','; });
}

Status check_csv(const api::CsvOptions& csv) {
  constexpr std::string_view kDelimiters = ",;:|\t ";
  const auto& delimiter = csv.delimiter;
  if (delimiter && kDelimiters.find(delimiter->front()) == kDelimiters.npos) {
    return not_matching(*delimiter, "inputFormatOptions.csv.delimiter", R"([,;:|\t ])");
  }
  if (!csv.header_list) return {};
  for (std::size_t i = 0; i < csv.header_list->size(); ++i) {
    const std::string& name = (*csv.header_list)[i];
    if (is_header(name)) continue;
    return not_matching(name, fmt::format("inputFormatOptions.csv.headerList.{}.member", i + 1),
                        R"([\x20-\x21\x23-\x2B\x2D-\x7E]*)");
  }
  return {};
}

Status check_format(const ImportTableRequest& request) {
  const auto& options = request.input_format_options;
  if (!options || !options->csv) return {};
  if (request.input_format != api::InputFormat::Csv) {
    return api::invalid(
        fmt::format("Invalid Request: Unsupported InputFormatOptions for the given input format: "
                    "{}.",
                    api::wire_name(request.input_format)));
  }
  return check_csv(*options->csv);
}

api::CreateTableRequest creation_of(const api::TableCreationParameters& parameters) {
  api::CreateTableRequest request;
  request.table_name = parameters.table_name;
  request.attribute_definitions = parameters.attribute_definitions;
  request.key_schema = parameters.key_schema;
  request.billing_mode = parameters.billing_mode;
  request.provisioned_throughput = parameters.provisioned_throughput;
  request.on_demand_throughput = parameters.on_demand_throughput;
  request.sse_specification = parameters.sse_specification;
  request.global_secondary_indexes = parameters.global_secondary_indexes;
  request.vector_indexes = parameters.vector_indexes;
  return request;
}

// The table as the import makes it: it is Creating until all is read.
Result<ImportRecord> record_of(const Context& context, const ImportTableRequest& request) {
  ImportRecord record;
  record.request = request;
  if (!record.request.client_token) record.request.client_token = schema::new_uuid();
  record.table = TRY(new_table(context, creation_of(request.table_creation_parameters)));
  record.table.state = catalog::TableState::Creating;
  record.table.settings.state_ends = api::Timestamp{table_imports::kImportEndsSeconds};
  return record;
}

// AWS: two imports may be begun for one name; the later one fails.
Status check_name_is_free(const Context& context, const std::string& name) {
  const auto table = context.catalog.find(name);
  if (!table || table_imports::is_being_imported(*table)) return {};
  return api::failure(api::Exception::ResourceInUse, fmt::format("Table already exists: {}", name));
}

Result<ImportRecord> record_or_refusal(AdmittedImport admitted) {
  switch (admitted.admission) {
    case ImportAdmission::Begun:
    case ImportAdmission::Known:
      return std::move(admitted.record);
    case ImportAdmission::TokenIsTaken:
      return api::failure(
          api::Exception::ImportConflict,
          "Import conflict: Duplicate request detected with conflicting parameters");
    case ImportAdmission::TooMany:
      break;
  }
  return api::failure(
      api::Exception::LimitExceeded,
      fmt::format("Subscriber limit exceeded: Only {} imports can be done simultaneously",
                  table_imports::kImportsUnderWayMax));
}

Task<Result<ImportRecord>> begin_import(Context& context, const ImportTableRequest& request) {
  auto wish = record_of(context, request);
  CO_TRY(wish);
  if (request.client_token) {
    auto known = co_await context.imports->find_by_token(*request.client_token, wish->table_name());
    CO_TRY(known);
    if (*known) co_return record_or_refusal(std::move(**known));
  }
  Status is_free = check_name_is_free(context, wish->table_name());
  CO_TRY(is_free);
  auto admitted = co_await context.imports->create(std::move(*wish));
  CO_TRY(admitted);
  co_return record_or_refusal(std::move(*admitted));
}

}  // namespace

Task<Result<api::ImportTableResponse>> import_table(Context& context,
                                                    const ImportTableRequest& request) {
  for (const auto check : {&check_source, &check_format}) {
    Status checked = check(request);
    CO_TRY(checked);
  }
  if (context.imports == nullptr || !context.imports->has_place()) {
    co_return api::invalid(
        "Invalid Request: this server has no buckets to import from: start it with --s3 dir=DIR, "
        "which has a directory for each bucket, or with --s3 endpoint=URL,credentials=FILE");
  }
  auto record = co_await begin_import(context, request);
  CO_TRY(record);
  api::ImportTableResponse response;
  response.import_table_description = description_of(*record);
  co_return response;
}

}  // namespace partita::operations
