#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"
#include "partita/api/tag.h"

namespace partita::api {

// Adds tags to a table, or gives them other values.
// ERRORS: ResourceNotFound, Validation (more than 50 tags included).
struct TagResourceRequest {
  std::string resource_arn;
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
