#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"
#include "partita/api/tag.h"

namespace partita::api {

// Lists the tags of a table. One response has all of them, so next_token is never used.
// ERRORS: ResourceNotFound, Validation.
struct ListTagsOfResourceRequest {
  std::string resource_arn;  // TableDescription::table_arn.
  std::optional<std::string> next_token;

  static constexpr auto shape() {
    using Self = ListTagsOfResourceRequest;
    return std::tuple(required("ResourceArn", &Self::resource_arn, kResourceArn),
                      optional("NextToken", &Self::next_token));
  }
};

struct ListTagsOfResourceResponse {
  std::optional<std::vector<Tag>> tags;
  std::optional<std::string> next_token;

  static constexpr auto shape() {
    using Self = ListTagsOfResourceResponse;
    return std::tuple(optional("Tags", &Self::tags), optional("NextToken", &Self::next_token));
  }
};

}  // namespace partita::api
