#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"

// The tags of scalable targets. On the wire the operations are TagResource, UntagResource and
// ListTagsForResource of Application Auto Scaling.
namespace partita::api {

inline constexpr Bounds kScalableTargetArn{.min = 1, .max = 1011};

// ERRORS of all: ResourceNotFound.

struct ListTagsOfScalableTargetRequest {
  std::string resource_arn;

  static constexpr auto shape() {
    using Self = ListTagsOfScalableTargetRequest;
    return std::tuple(required("ResourceARN", &Self::resource_arn, kScalableTargetArn));
  }
};

struct ListTagsOfScalableTargetResponse {
  Dictionary<std::string> tags;

  static constexpr auto shape() {
    using Self = ListTagsOfScalableTargetResponse;
    return std::tuple(required("Tags", &Self::tags));
  }
};

// ERRORS: TooManyTags, too.
struct TagScalableTargetRequest {
  std::string resource_arn;
  Dictionary<std::string> tags;

  static constexpr auto shape() {
    using Self = TagScalableTargetRequest;
    return std::tuple(required("ResourceARN", &Self::resource_arn, kScalableTargetArn),
                      required("Tags", &Self::tags, {}, kTagValue, kTagKey));
  }
};

struct TagScalableTargetResponse {
  static constexpr auto shape() { return std::tuple<>(); }
};

struct UntagScalableTargetRequest {
  std::string resource_arn;
  std::vector<std::string> tag_keys;

  static constexpr auto shape() {
    using Self = UntagScalableTargetRequest;
    return std::tuple(required("ResourceARN", &Self::resource_arn, kScalableTargetArn),
                      required("TagKeys", &Self::tag_keys, Bounds{.min = 0, .max = 200}, kTagKey));
  }
};

struct UntagScalableTargetResponse {
  static constexpr auto shape() { return std::tuple<>(); }
};

}  // namespace partita::api
