#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/scaling_policy.h"
#include "partita/api/shape.h"

namespace partita::api {

// Sets the policy by which the capacity of a target follows its use. A target has one policy.
// ERRORS: ObjectNotFound if there is no such target; Validation.
struct PutScalingPolicyRequest {
  std::string policy_name;
  ServiceNamespace service_namespace = ServiceNamespace::DynamoDb;
  std::string resource_id;
  ScalableDimension scalable_dimension = ScalableDimension::TableReadCapacityUnits;
  std::optional<PolicyType> policy_type;
  std::optional<UnservedSpecification> step_scaling;
  std::optional<TargetTrackingScalingPolicyConfiguration> target_tracking;
  std::optional<UnservedSpecification> predictive_scaling;

  static constexpr auto shape() {
    using Self = PutScalingPolicyRequest;
    return std::tuple(required("PolicyName", &Self::policy_name, kPolicyName),
                      required("ServiceNamespace", &Self::service_namespace),
                      required("ResourceId", &Self::resource_id, kScalingText),
                      required("ScalableDimension", &Self::scalable_dimension),
                      optional("PolicyType", &Self::policy_type),
                      optional("StepScalingPolicyConfiguration", &Self::step_scaling),
                      optional("TargetTrackingScalingPolicyConfiguration", &Self::target_tracking),
                      optional("PredictiveScalingPolicyConfiguration", &Self::predictive_scaling));
  }
};

struct PutScalingPolicyResponse {
  std::string policy_arn;
  std::optional<std::vector<Alarm>> alarms;

  static constexpr auto shape() {
    using Self = PutScalingPolicyResponse;
    return std::tuple(required("PolicyARN", &Self::policy_arn), optional("Alarms", &Self::alarms));
  }
};

}  // namespace partita::api
