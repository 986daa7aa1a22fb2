#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"
#include "partita/api/tag.h"

namespace partita::api {

// Takes tags off a table; one that is not there is no error.
// ERRORS: ResourceNotFound, Validation.
struct UntagResourceRequest {
  std::string resource_arn;
  std::vector<std::string> tag_keys;

  static constexpr auto shape() {
    using Self = UntagResourceRequest;
    return std::tuple(required("ResourceArn", &Self::resource_arn, kResourceArn),
                      required("TagKeys", &Self::tag_keys, {}, kTagKey));
  }
};

struct UntagResourceResponse {
  static constexpr auto shape() { return std::tuple<>(); }
};

}  // namespace partita::api
