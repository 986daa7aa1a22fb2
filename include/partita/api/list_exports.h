#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/export_description.h"
#include "partita/api/shape.h"

namespace partita::api {

struct ExportSummary {
  std::optional<std::string> export_arn;
  std::optional<ExportStatus> export_status;
  std::optional<ExportType> export_type;

  static constexpr auto shape() {
    using Self = ExportSummary;
    return std::tuple(optional("ExportArn", &Self::export_arn),
                      optional("ExportStatus", &Self::export_status),
                      optional("ExportType", &Self::export_type));
  }
};

// Lists the exports of the last 90 days, newest first, of all tables or of one existing table.
// ERRORS: Validation.
struct ListExportsRequest {
  std::optional<std::string> table_arn;
  std::optional<std::int64_t> max_results;  // Absent: 10.
  std::optional<std::string> next_token;    // Of the page before.

  static constexpr auto shape() {
    using Self = ListExportsRequest;
    return std::tuple(optional("TableArn", &Self::table_arn, Bounds{.min = 1, .max = 1024}),
                      optional("MaxResults", &Self::max_results, Bounds{.min = 1, .max = 25}),
                      optional("NextToken", &Self::next_token));
  }
};

struct ListExportsResponse {
  std::vector<ExportSummary> export_summaries;
  std::optional<std::string> next_token;  // Absent: there are no others.

  static constexpr auto shape() {
    using Self = ListExportsResponse;
    return std::tuple(required("ExportSummaries", &Self::export_summaries),
                      optional("NextToken", &Self::next_token));
  }
};

}  // namespace partita::api
