#include "dynamodb/operations/put_scaling_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dynamodb/operations/scaling_change.h"
#include "dynamodb/operations/table_lookup.h"
#include "dynamodb/schema/table_uuid.h"
#include "partita/api/exception.h"

namespace partita::operations {
namespace {

using scaling::Policy;
using scaling::Target;
using scaling::TargetName;

constexpr double kTargetMin = 10;
constexpr double kTargetMax = 90;

// AWS: "\p{Print}+"
bool is_printable(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

Status check_name(const std::string& name) {
  if (is_printable(name)) return {};
  return api::invalid(
      "1 validation error detected: Value at 'policyName' failed to satisfy constraint: Member "
      "must satisfy regular expression pattern: \\p{Print}+");
}

Status check_type(const api::PutScalingPolicyRequest& request) {
  const auto type = request.policy_type.value_or(api::PolicyType::TargetTrackingScaling);
  if (type != api::PolicyType::TargetTrackingScaling || request.step_scaling ||
      request.predictive_scaling) {
    return api::invalid(
        fmt::format("The policy type {} is not supported for DynamoDB: its capacity is scaled by "
                    "TargetTrackingScaling only",
                    api::wire_name(type)));
  }
  if (request.target_tracking) return {};
  return api::invalid(
      "A TargetTrackingScalingPolicyConfiguration is required for the policy type "
      "TargetTrackingScaling");
}

Status check_metric(const TargetName& name,
                    const api::TargetTrackingScalingPolicyConfiguration& tracking) {
  if (tracking.customized_metric_specification) {
    return api::invalid(
        "Partita has no metrics of CloudWatch, so there is no CustomizedMetricSpecification: use "
        "the PredefinedMetricSpecification " +
        std::string(name.metric()));
  }
  const auto& metric = tracking.predefined_metric_specification;
  if (!metric || metric->predefined_metric_type != name.metric()) {
    return api::invalid(fmt::format(
        "The metric of {} is the PredefinedMetricSpecification {}, but was {}",
        api::wire_name(name.dimension()), name.metric(),
        metric ? "'" + metric->predefined_metric_type + "'" : std::string("not given")));
  }
  if (metric->resource_label) {
    return api::invalid(fmt::format("The metric {} has no ResourceLabel", name.metric()));
  }
  return {};
}

// As Java prints a double.
std::string java_double(double number) {
  return number == std::floor(number) && std::abs(number) < 1e7 ? fmt::format("{:.1f}", number)
                                                                : fmt::format("{}", number);
}

Status check_target(const TargetName& name, double target) {
  if (target <= 0) {
    return api::invalid(
        fmt::format("For target tracking scaling, target value must be between '8.51592E-109' and "
                    "'1.174271E108', but was '{}'.",
                    java_double(target)));
  }
  if (target >= kTargetMin && target <= kTargetMax) return {};
  return api::invalid(fmt::format(
      "For predefined metric type {}, target value must be between '{}' and '{}', but was '{}'.",
      name.metric(), java_double(kTargetMin), java_double(kTargetMax), java_double(target)));
}

Status check_policy(const TargetName& name, const api::PutScalingPolicyRequest& request) {
  TRY(check_name(request.policy_name));
  TRY(check_type(request));
  TRY(check_metric(name, *request.target_tracking));
  return check_target(name, request.target_tracking->target_value);
}

Result<Policy> policy_of(const Target& target, const api::PutScalingPolicyRequest& request,
                         api::Timestamp now) {
  Policy policy;
  if (target.policy) {
    if (target.policy->name != request.policy_name) {
      return api::invalid(
          "Only one TargetTrackingScaling policy for a given metric specification is allowed.");
    }
    policy = *target.policy;
  } else {
    policy.name = request.policy_name;
    policy.id = schema::new_uuid();
    policy.created = now;
  }
  const auto& tracking = *request.target_tracking;
  policy.target_value = tracking.target_value;
  policy.scale_out_cooldown = tracking.scale_out_cooldown;
  policy.scale_in_cooldown = tracking.scale_in_cooldown;
  policy.disable_scale_in = tracking.disable_scale_in;
  return policy;
}

}  // namespace

Task<Result<api::PutScalingPolicyResponse>> put_scaling_policy(
    Context& context, const api::PutScalingPolicyRequest& request) {
  auto name = scaling::parse_target(request.service_namespace, request.resource_id,
                                    request.scalable_dimension);
  CO_TRY(name);
  Status checked = check_policy(*name, request);
  CO_TRY(checked);
  api::PutScalingPolicyResponse response;
  const auto time = now(context);
  const auto edit = [&](std::optional<Target> stored) -> Result<std::optional<Target>> {
    if (!stored) return no_target("No scalable target registered", *name);
    stored->policy = TRY(policy_of(*stored, request, time));
    response.policy_arn = scaling::policy_arn(*name, *stored->policy);
    response.alarms = scaling::alarms_of(*name, *stored->policy);
    return stored;
  };
  Status changed = co_await change_target(context, *name, edit);
  CO_TRY(changed);
  co_return response;
}

}  // namespace partita::operations
