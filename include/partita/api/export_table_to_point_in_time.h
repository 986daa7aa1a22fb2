#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "partita/api/export_description.h"
#include "partita/api/shape.h"
#include "partita/api/timestamp.h"

namespace partita::api {

// Writes the items of a table as they were at one moment, or the changes between two moments, to
// files in a bucket. The response comes at once; the export is IN_PROGRESS until it is complete.
// The table must have point-in-time recovery (UpdateContinuousBackups).
// ERRORS: TableNotFound; PointInTimeRecoveryUnavailable if the table has no recovery;
// InvalidExportTime if a moment is outside of the history; ExportConflict if the token was used for
// another export; LimitExceeded if too many are in progress; Validation, also if the server has no
// buckets.
struct ExportTableToPointInTimeRequest {
  std::string table_arn;
  std::optional<Timestamp> export_time;     // Of a full export. Absent: now.
  std::optional<std::string> client_token;  // A request that comes twice is one export.
  std::string s3_bucket;
  std::optional<std::string> s3_bucket_owner;
  std::optional<std::string> s3_prefix;
  std::optional<S3SseAlgorithm> s3_sse_algorithm;
  std::optional<std::string> s3_sse_kms_key_id;
  std::optional<ExportFormat> export_format;
  std::optional<ExportType> export_type;
  std::optional<IncrementalExportSpecification> incremental_export_specification;

  static constexpr auto shape() {
    using Self = ExportTableToPointInTimeRequest;
    return std::tuple(
        required("TableArn", &Self::table_arn, Bounds{.min = 1, .max = 1024}),
        optional("ExportTime", &Self::export_time), optional("ClientToken", &Self::client_token),
        required("S3Bucket", &Self::s3_bucket, Bounds{.min = 0, .max = 255}),
        optional("S3BucketOwner", &Self::s3_bucket_owner),
        optional("S3Prefix", &Self::s3_prefix, Bounds{.min = 0, .max = 1024}),
        optional("S3SseAlgorithm", &Self::s3_sse_algorithm),
        optional("S3SseKmsKeyId", &Self::s3_sse_kms_key_id, Bounds{.min = 1, .max = 2048}),
        optional("ExportFormat", &Self::export_format), optional("ExportType", &Self::export_type),
        optional("IncrementalExportSpecification", &Self::incremental_export_specification));
  }
};

struct ExportTableToPointInTimeResponse {
  std::optional<ExportDescription> export_description;

  static constexpr auto shape() {
    using Self = ExportTableToPointInTimeResponse;
    return std::tuple(optional("ExportDescription", &Self::export_description));
  }
};

}  // namespace partita::api
