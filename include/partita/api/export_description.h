#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"
#include "partita/api/timestamp.h"

namespace partita::api {

enum class ExportStatus { InProgress, Completed, Failed };
inline constexpr std::array<std::string_view, 3> kExportStatusWords = {"IN_PROGRESS", "COMPLETED",
                                                                       "FAILED"};
constexpr EnumWords wire_names(ExportStatus) { return kExportStatusWords; }

// How items are written: one line of JSON or Ion for each.
enum class ExportFormat { DynamodbJson, Ion };
inline constexpr std::array<std::string_view, 2> kExportFormatWords = {"DYNAMODB_JSON", "ION"};
constexpr EnumWords wire_names(ExportFormat) { return kExportFormatWords; }

// All items, or only the changes between two moments.
enum class ExportType { FullExport, IncrementalExport };
inline constexpr std::array<std::string_view, 2> kExportTypeWords = {"FULL_EXPORT",
                                                                     "INCREMENTAL_EXPORT"};
constexpr EnumWords wire_names(ExportType) { return kExportTypeWords; }

// Which images of a changed item are written.
enum class ExportViewType { NewImage, NewAndOldImages };
inline constexpr std::array<std::string_view, 2> kExportViewTypeWords = {"NEW_IMAGE",
                                                                         "NEW_AND_OLD_IMAGES"};
constexpr EnumWords wire_names(ExportViewType) { return kExportViewTypeWords; }

enum class S3SseAlgorithm { Aes256, Kms };
inline constexpr std::array<std::string_view, 2> kS3SseAlgorithmWords = {"AES256", "KMS"};
constexpr EnumWords wire_names(S3SseAlgorithm) { return kS3SseAlgorithmWords; }

struct IncrementalExportSpecification {
  std::optional<Timestamp> export_from_time;  // Changes from then on,
  std::optional<Timestamp> export_to_time;    // and before this. Absent: until now.
  std::optional<ExportViewType> export_view_type;

  static constexpr auto shape() {
    using Self = IncrementalExportSpecification;
    return std::tuple(optional("ExportFromTime", &Self::export_from_time),
                      optional("ExportToTime", &Self::export_to_time),
                      optional("ExportViewType", &Self::export_view_type));
  }
};

// The description of an export. Counts, end time and manifest are set when it has ended.
struct ExportDescription {
  std::optional<std::string> export_arn;
  std::optional<ExportStatus> export_status;
  std::optional<Timestamp> start_time;
  std::optional<Timestamp> end_time;
  std::optional<std::string> export_manifest;
  std::optional<std::string> table_arn;
  std::optional<std::string> table_id;
  std::optional<Timestamp> export_time;
  std::optional<std::string> client_token;
  std::optional<std::string> s3_bucket;
  std::optional<std::string> s3_bucket_owner;
  std::optional<std::string> s3_prefix;
  std::optional<S3SseAlgorithm> s3_sse_algorithm;
  std::optional<std::string> s3_sse_kms_key_id;
  std::optional<std::string> failure_code;
  std::optional<std::string> failure_message;
  std::optional<ExportFormat> export_format;
  std::optional<std::int64_t> billed_size_bytes;
  std::optional<std::int64_t> item_count;
  std::optional<ExportType> export_type;
  std::optional<IncrementalExportSpecification> incremental_export_specification;

  static constexpr auto shape() {
    using Self = ExportDescription;
    return std::tuple(
        optional("ExportArn", &Self::export_arn), optional("ExportStatus", &Self::export_status),
        optional("StartTime", &Self::start_time), optional("EndTime", &Self::end_time),
        optional("ExportManifest", &Self::export_manifest), optional("TableArn", &Self::table_arn),
        optional("TableId", &Self::table_id), optional("ExportTime", &Self::export_time),
        optional("ClientToken", &Self::client_token), optional("S3Bucket", &Self::s3_bucket),
        optional("S3BucketOwner", &Self::s3_bucket_owner), optional("S3Prefix", &Self::s3_prefix),
        optional("S3SseAlgorithm", &Self::s3_sse_algorithm),
        optional("S3SseKmsKeyId", &Self::s3_sse_kms_key_id),
        optional("FailureCode", &Self::failure_code),
        optional("FailureMessage", &Self::failure_message),
        optional("ExportFormat", &Self::export_format),
        optional("BilledSizeBytes", &Self::billed_size_bytes),
        optional("ItemCount", &Self::item_count), optional("ExportType", &Self::export_type),
        optional("IncrementalExportSpecification", &Self::incremental_export_specification));
  }
};

}  // namespace partita::api
