#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"
#include "partita/api/tag.h"

namespace partita::api {

// Adds tags to a table; a tag whose key it has already gets the new value.
// ERRORS: ResourceNotFound; Validation, also if the table would have more than 50 tags.
struct TagResourceRequest {
  std::string resource_arn;  // TableDescription::table_arn.
  std::vector<Tag> tags;

  static constexpr auto shape() {
    using Self = TagResourceRequest;
    return std::tuple(required("ResourceArn", &Self::resource_arn, kResourceArn),
                      required("Tags", &Self::tags));
  }
};

struct TagResourceResponse {
  static constexpr auto shape() { return std::tuple<>(); }
};

}  // namespace partita::api
