#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "partita/api/scalable_target.h"
#include "partita/api/shape.h"
#include "partita/api/timestamp.h"

namespace partita::api {

enum class PolicyType : std::uint8_t { StepScaling, TargetTrackingScaling, PredictiveScaling };
inline constexpr std::array<std::string_view, 3> kPolicyTypeWords = {
    "StepScaling", "TargetTrackingScaling", "PredictiveScaling"};
constexpr EnumWords wire_names(PolicyType) { return kPolicyTypeWords; }

inline constexpr Bounds kPolicyName{.min = 1, .max = 256};

struct PredefinedMetricSpecification {
  // "DynamoDBReadCapacityUtilization" or "DynamoDBWriteCapacityUtilization".
  std::string predefined_metric_type;
  std::optional<std::string> resource_label;

  static constexpr auto shape() {
    using Self = PredefinedMetricSpecification;
    return std::tuple(
        required("PredefinedMetricType", &Self::predefined_metric_type, kScalingText),
        optional("ResourceLabel", &Self::resource_label, Bounds{.min = 1, .max = 1023}));
  }
};

// A feature that Partita does not have: only its presence is decoded, so that it can be refused.
struct UnservedSpecification {
  static constexpr auto shape() { return std::tuple<>(); }
};

// How much of the capacity is to be used, in percent.
struct TargetTrackingScalingPolicyConfiguration {
  double target_value = 0;
  std::optional<PredefinedMetricSpecification> predefined_metric_specification;
  std::optional<UnservedSpecification> customized_metric_specification;
  std::optional<std::int64_t> scale_out_cooldown;  // Seconds; 0 if not given.
  std::optional<std::int64_t> scale_in_cooldown;
  std::optional<bool> disable_scale_in;

  static constexpr auto shape() {
    using Self = TargetTrackingScalingPolicyConfiguration;
    return std::tuple(
        required("TargetValue", &Self::target_value),
        optional("PredefinedMetricSpecification", &Self::predefined_metric_specification),
        optional("CustomizedMetricSpecification", &Self::customized_metric_specification),
        optional("ScaleOutCooldown", &Self::scale_out_cooldown),
        optional("ScaleInCooldown", &Self::scale_in_cooldown),
        optional("DisableScaleIn", &Self::disable_scale_in));
  }
};

struct Alarm {
  std::string alarm_name;
  std::string alarm_arn;

  static constexpr auto shape() {
    using Self = Alarm;
    return std::tuple(required("AlarmName", &Self::alarm_name),
                      required("AlarmARN", &Self::alarm_arn));
  }
};

struct ScalingPolicy {
  std::string policy_arn;
  std::string policy_name;
  ServiceNamespace service_namespace = ServiceNamespace::DynamoDb;
  std::string resource_id;
  ScalableDimension scalable_dimension = ScalableDimension::TableReadCapacityUnits;
  PolicyType policy_type = PolicyType::TargetTrackingScaling;
  std::optional<TargetTrackingScalingPolicyConfiguration> target_tracking;
  std::optional<std::vector<Alarm>> alarms;
  Timestamp creation_time;

  static constexpr auto shape() {
    using Self = ScalingPolicy;
    return std::tuple(
        required("PolicyARN", &Self::policy_arn), required("PolicyName", &Self::policy_name),
        required("ServiceNamespace", &Self::service_namespace),
        required("ResourceId", &Self::resource_id),
        required("ScalableDimension", &Self::scalable_dimension),
        required("PolicyType", &Self::policy_type),
        optional("TargetTrackingScalingPolicyConfiguration", &Self::target_tracking),
        optional("Alarms", &Self::alarms), required("CreationTime", &Self::creation_time));
  }
};

}  // namespace partita::api
