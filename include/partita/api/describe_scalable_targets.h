#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/scalable_target.h"
#include "partita/api/shape.h"

namespace partita::api {

// The targets in the order of their names.
// ERRORS: InvalidNextToken, Validation.
struct DescribeScalableTargetsRequest {
  ServiceNamespace service_namespace = ServiceNamespace::DynamoDb;
  std::optional<std::vector<std::string>> resource_ids;  // None: all.
  std::optional<ScalableDimension> scalable_dimension;
  std::optional<std::int64_t> max_results;
  std::optional<std::string> next_token;

  static constexpr auto shape() {
    using Self = DescribeScalableTargetsRequest;
    return std::tuple(required("ServiceNamespace", &Self::service_namespace),
                      optional("ResourceIds", &Self::resource_ids, kScalingTextList, kScalingText),
                      optional("ScalableDimension", &Self::scalable_dimension),
                      optional("MaxResults", &Self::max_results, kScalingPage),
                      optional("NextToken", &Self::next_token, kScalingToken));
  }
};

struct DescribeScalableTargetsResponse {
  std::vector<ScalableTarget> scalable_targets;
  std::optional<std::string> next_token;

  static constexpr auto shape() {
    using Self = DescribeScalableTargetsResponse;
    return std::tuple(required("ScalableTargets", &Self::scalable_targets),
                      optional("NextToken", &Self::next_token));
  }
};

}  // namespace partita::api
