#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"
#include "partita/api/tag.h"

namespace partita::api {

// Removes tags from a table by their keys. Keys that it does not have are ignored.
// ERRORS: ResourceNotFound, Validation.
struct UntagResourceRequest {
  std::string resource_arn;  // TableDescription::table_arn.
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
