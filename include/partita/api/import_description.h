#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "partita/api/encryption.h"
#include "partita/api/index_definition.h"
#include "partita/api/key_schema.h"
#include "partita/api/shape.h"
#include "partita/api/throughput.h"
#include "partita/api/timestamp.h"
#include "partita/api/vector_index.h"

namespace partita::api {

enum class ImportStatus { InProgress, Completed, Cancelling, Cancelled, Failed };
inline constexpr std::array<std::string_view, 5> kImportStatusWords = {
    "IN_PROGRESS", "COMPLETED", "CANCELLING", "CANCELLED", "FAILED"};
constexpr EnumWords wire_names(ImportStatus) { return kImportStatusWords; }

enum class InputFormat { DynamodbJson, Ion, Csv };
inline constexpr std::array<std::string_view, 3> kInputFormatWords = {"DYNAMODB_JSON", "ION",
                                                                      "CSV"};
constexpr EnumWords wire_names(InputFormat) { return kInputFormatWords; }

enum class InputCompressionType { Zstd, None, Gzip };
inline constexpr std::array<std::string_view, 3> kInputCompressionTypeWords = {"ZSTD", "NONE",
                                                                               "GZIP"};
constexpr EnumWords wire_names(InputCompressionType) { return kInputCompressionTypeWords; }

struct S3BucketSource {
  std::optional<std::string> s3_bucket_owner;
  std::string s3_bucket;
  std::optional<std::string> s3_key_prefix;  // Of all objects that are imported, as it stands.

  static constexpr auto shape() {
    using Self = S3BucketSource;
    return std::tuple(optional("S3BucketOwner", &Self::s3_bucket_owner),
                      required("S3Bucket", &Self::s3_bucket, Bounds{.min = 0, .max = 255}),
                      optional("S3KeyPrefix", &Self::s3_key_prefix, Bounds{.min = 0, .max = 1024}));
  }
};

struct CsvOptions {
  std::optional<std::string> delimiter;  // One of , ; : | tab space; absent: a comma.
  // Absent: the first line of each file.
  std::optional<std::vector<std::string>> header_list;

  static constexpr auto shape() {
    using Self = CsvOptions;
    return std::tuple(optional("Delimiter", &Self::delimiter, Bounds{.min = 1, .max = 1}),
                      optional("HeaderList", &Self::header_list, Bounds{.min = 1, .max = 255},
                               Bounds{.min = 1, .max = 65'536}));
  }
};

struct InputFormatOptions {
  std::optional<CsvOptions> csv;

  static constexpr auto shape() { return std::tuple(optional("Csv", &InputFormatOptions::csv)); }
};

// The table that an import creates: as in CreateTable, without local indexes and streams.
struct TableCreationParameters {
  std::string table_name;
  std::vector<AttributeDefinition> attribute_definitions;
  std::vector<KeySchemaElement> key_schema;
  std::optional<BillingMode> billing_mode;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<SSESpecification> sse_specification;
  std::optional<std::vector<GlobalSecondaryIndex>> global_secondary_indexes;
  // Partita has none: a request that sets it is refused with Validation.
  std::optional<std::vector<VectorIndex>> vector_indexes;

  static constexpr auto shape() {
    using Self = TableCreationParameters;
    return std::tuple(required("TableName", &Self::table_name, kTableName),
                      required("AttributeDefinitions", &Self::attribute_definitions),
                      required("KeySchema", &Self::key_schema, kTableKeySchema),
                      optional("BillingMode", &Self::billing_mode),
                      optional("ProvisionedThroughput", &Self::provisioned_throughput),
                      optional("OnDemandThroughput", &Self::on_demand_throughput),
                      optional("SSESpecification", &Self::sse_specification),
                      optional("GlobalSecondaryIndexes", &Self::global_secondary_indexes),
                      optional("VectorIndexes", &Self::vector_indexes));
  }
};

// The description of an import. It counts only committed records.
struct ImportTableDescription {
  std::optional<std::string> import_arn;
  std::optional<ImportStatus> import_status;
  std::optional<std::string> table_arn;
  std::optional<std::string> table_id;
  std::optional<std::string> client_token;
  std::optional<S3BucketSource> s3_bucket_source;
  std::optional<std::int64_t> error_count;
  std::optional<std::string> cloud_watch_log_group_arn;
  std::optional<InputFormat> input_format;
  std::optional<InputFormatOptions> input_format_options;
  std::optional<InputCompressionType> input_compression_type;
  std::optional<TableCreationParameters> table_creation_parameters;
  std::optional<Timestamp> start_time;
  std::optional<Timestamp> end_time;
  std::optional<std::int64_t> processed_size_bytes;
  std::optional<std::int64_t> processed_item_count;
  std::optional<std::int64_t> imported_item_count;
  std::optional<std::string> failure_code;
  std::optional<std::string> failure_message;

  static constexpr auto shape() {
    using Self = ImportTableDescription;
    return std::tuple(
        optional("ImportArn", &Self::import_arn), optional("ImportStatus", &Self::import_status),
        optional("TableArn", &Self::table_arn), optional("TableId", &Self::table_id),
        optional("ClientToken", &Self::client_token),
        optional("S3BucketSource", &Self::s3_bucket_source),
        optional("ErrorCount", &Self::error_count),
        optional("CloudWatchLogGroupArn", &Self::cloud_watch_log_group_arn),
        optional("InputFormat", &Self::input_format),
        optional("InputFormatOptions", &Self::input_format_options),
        optional("InputCompressionType", &Self::input_compression_type),
        optional("TableCreationParameters", &Self::table_creation_parameters),
        optional("StartTime", &Self::start_time), optional("EndTime", &Self::end_time),
        optional("ProcessedSizeBytes", &Self::processed_size_bytes),
        optional("ProcessedItemCount", &Self::processed_item_count),
        optional("ImportedItemCount", &Self::imported_item_count),
        optional("FailureCode", &Self::failure_code),
        optional("FailureMessage", &Self::failure_message));
  }
};

}  // namespace partita::api
