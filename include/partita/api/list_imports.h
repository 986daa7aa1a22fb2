#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/import_description.h"
#include "partita/api/shape.h"

namespace partita::api {

struct ImportSummary {
  std::optional<std::string> import_arn;
  std::optional<ImportStatus> import_status;
  std::optional<std::string> table_arn;
  std::optional<S3BucketSource> s3_bucket_source;
  std::optional<std::string> cloud_watch_log_group_arn;
  std::optional<InputFormat> input_format;
  std::optional<Timestamp> start_time;
  std::optional<Timestamp> end_time;

  static constexpr auto shape() {
    using Self = ImportSummary;
    return std::tuple(
        optional("ImportArn", &Self::import_arn), optional("ImportStatus", &Self::import_status),
        optional("TableArn", &Self::table_arn), optional("S3BucketSource", &Self::s3_bucket_source),
        optional("CloudWatchLogGroupArn", &Self::cloud_watch_log_group_arn),
        optional("InputFormat", &Self::input_format), optional("StartTime", &Self::start_time),
        optional("EndTime", &Self::end_time));
  }
};

// Lists the imports of the last 90 days, newest first, of all tables or of one name, including
// deleted tables.
// ERRORS: Validation.
struct ListImportsRequest {
  std::optional<std::string> table_arn;
  std::optional<std::int64_t> page_size;  // Absent: 10.
  std::optional<std::string> next_token;  // Of the page before.

  static constexpr auto shape() {
    using Self = ListImportsRequest;
    return std::tuple(optional("TableArn", &Self::table_arn, Bounds{.min = 1, .max = 1024}),
                      optional("PageSize", &Self::page_size, Bounds{.min = 1, .max = 25}),
                      optional("NextToken", &Self::next_token, Bounds{.min = 112, .max = 1024}));
  }
};

struct ListImportsResponse {
  std::vector<ImportSummary> import_summary_list;
  std::optional<std::string> next_token;  // Absent: there are no others.

  static constexpr auto shape() {
    using Self = ListImportsResponse;
    return std::tuple(required("ImportSummaryList", &Self::import_summary_list),
                      optional("NextToken", &Self::next_token));
  }
};

}  // namespace partita::api
