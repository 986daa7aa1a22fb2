#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/scaling_policy.h"
#include "partita/api/shape.h"

namespace partita::api {

// The policies in the order of their targets.
// ERRORS: InvalidNextToken, Validation.
struct DescribeScalingPoliciesRequest {
  std::optional<std::vector<std::string>> policy_names;  // None: all.
  ServiceNamespace service_namespace = ServiceNamespace::DynamoDb;
  std::optional<std::string> resource_id;
  std::optional<ScalableDimension> scalable_dimension;
  std::optional<std::int64_t> max_results;
  std::optional<std::string> next_token;

  static constexpr auto shape() {
    using Self = DescribeScalingPoliciesRequest;
    return std::tuple(optional("PolicyNames", &Self::policy_names, kScalingTextList, kScalingText),
                      required("ServiceNamespace", &Self::service_namespace),
                      optional("ResourceId", &Self::resource_id, kScalingText),
                      optional("ScalableDimension", &Self::scalable_dimension),
                      optional("MaxResults", &Self::max_results, kScalingPage),
                      optional("NextToken", &Self::next_token, kScalingToken));
  }
};

struct DescribeScalingPoliciesResponse {
  std::vector<ScalingPolicy> scaling_policies;
  std::optional<std::string> next_token;

  static constexpr auto shape() {
    using Self = DescribeScalingPoliciesResponse;
    return std::tuple(required("ScalingPolicies", &Self::scaling_policies),
                      optional("NextToken", &Self::next_token));
  }
};

}  // namespace partita::api
