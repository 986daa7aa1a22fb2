#pragma once

#include <string>
#include <tuple>

#include "partita/api/scaling_policy.h"
#include "partita/api/shape.h"

namespace partita::api {

// ERRORS: ObjectNotFound, Validation.
struct DeleteScalingPolicyRequest {
  std::string policy_name;
  ServiceNamespace service_namespace = ServiceNamespace::DynamoDb;
  std::string resource_id;
  ScalableDimension scalable_dimension = ScalableDimension::TableReadCapacityUnits;

  static constexpr auto shape() {
    using Self = DeleteScalingPolicyRequest;
    return std::tuple(required("PolicyName", &Self::policy_name, kScalingText),
                      required("ServiceNamespace", &Self::service_namespace),
                      required("ResourceId", &Self::resource_id, kScalingText),
                      required("ScalableDimension", &Self::scalable_dimension));
  }
};

struct DeleteScalingPolicyResponse {
  static constexpr auto shape() { return std::tuple<>(); }
};

}  // namespace partita::api
