#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "partita/api/export_description.h"
#include "partita/api/shape.h"

namespace partita::api {

// Describes an export and its progress. Exports can be described for 90 days.
// ERRORS: ExportNotFound; Validation if it is no ARN of an export.
struct DescribeExportRequest {
  std::string export_arn;

  static constexpr auto shape() {
    return std::tuple(
        required("ExportArn", &DescribeExportRequest::export_arn, Bounds{.min = 37, .max = 1024}));
  }
};

struct DescribeExportResponse {
  std::optional<ExportDescription> export_description;

  static constexpr auto shape() {
    using Self = DescribeExportResponse;
    return std::tuple(optional("ExportDescription", &Self::export_description));
  }
};

}  // namespace partita::api
