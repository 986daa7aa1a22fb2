#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "partita/api/import_description.h"
#include "partita/api/shape.h"

namespace partita::api {

// Describes an import and its progress. Imports can be described for 90 days.
// ERRORS: ImportNotFound; Validation if it is no ARN of an import.
struct DescribeImportRequest {
  std::string import_arn;

  static constexpr auto shape() {
    return std::tuple(
        required("ImportArn", &DescribeImportRequest::import_arn, Bounds{.min = 37, .max = 1024}));
  }
};

struct DescribeImportResponse {
  std::optional<ImportTableDescription> import_table_description;

  static constexpr auto shape() {
    using Self = DescribeImportResponse;
    return std::tuple(optional("ImportTableDescription", &Self::import_table_description));
  }
};

}  // namespace partita::api
