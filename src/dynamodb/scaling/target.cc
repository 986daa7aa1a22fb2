#include "dynamodb/scaling/target.h"

#include <fmt/format.h>

#include "partita/api/exception.h"
#include "store/catalog/table_name.h"

namespace partita::scaling {
namespace {

using api::ScalableDimension;
using catalog::kAccount;
using catalog::kRegion;

constexpr std::string_view kTablePart = "table/";
constexpr std::string_view kIndexPart = "/index/";

bool is_of_dynamodb(ScalableDimension dimension) {
  return dimension >= ScalableDimension::TableReadCapacityUnits &&
         dimension <= ScalableDimension::IndexWriteCapacityUnits;
}

bool is_of_index(ScalableDimension dimension) {
  return dimension == ScalableDimension::IndexReadCapacityUnits ||
         dimension == ScalableDimension::IndexWriteCapacityUnits;
}

bool is_of_reads(ScalableDimension dimension) {
  return dimension == ScalableDimension::TableReadCapacityUnits ||
         dimension == ScalableDimension::IndexReadCapacityUnits;
}

bool is_name(std::string_view text) {
  return !text.empty() && text.find('/') == std::string_view::npos;
}

}  // namespace

std::string TargetName::resource_id() const {
  if (index.empty()) return fmt::format("{}{}", kTablePart, table);
  return fmt::format("{}{}{}{}", kTablePart, table, kIndexPart, index);
}

ScalableDimension TargetName::dimension() const {
  if (use == Use::Read) {
    return index.empty() ? ScalableDimension::TableReadCapacityUnits
                         : ScalableDimension::IndexReadCapacityUnits;
  }
  return index.empty() ? ScalableDimension::TableWriteCapacityUnits
                       : ScalableDimension::IndexWriteCapacityUnits;
}

Result<TargetName> parse_target(api::ServiceNamespace service, std::string_view resource_id,
                                ScalableDimension dimension) {
  if (service != api::ServiceNamespace::DynamoDb || !is_of_dynamodb(dimension)) {
    return api::invalid(fmt::format(
        "Partita scales tables and indexes of DynamoDB only, not {} of service namespace {}",
        api::wire_name(dimension), api::wire_name(service)));
  }
  TargetName name{.table = {}, .index = {}, .use = is_of_reads(dimension) ? Use::Read : Use::Write};
  std::string_view rest = resource_id;
  if (rest.starts_with(kTablePart)) {
    rest.remove_prefix(kTablePart.size());
    const auto at = rest.find(kIndexPart);
    name.table = rest.substr(0, at);
    if (at != std::string_view::npos) name.index = rest.substr(at + kIndexPart.size());
    const bool has_index = at != std::string_view::npos;
    const bool fits = has_index == is_of_index(dimension);
    if (fits && is_name(name.table) && (!has_index || is_name(name.index))) return name;
  }
  return api::invalid(fmt::format(
      "Unsupported service namespace, resource type or scalable dimension: the ResourceId {} does "
      "not fit {}; it is table/<table> or table/<table>/index/<index>",
      resource_id, api::wire_name(dimension)));
}

std::string target_arn(const Target& target) {
  return fmt::format("arn:aws:application-autoscaling:{}:{}:scalable-target/{}", kRegion, kAccount,
                     target.id);
}

std::string policy_arn(const TargetName& name, const Policy& policy) {
  return fmt::format(
      "arn:aws:autoscaling:{}:{}:scalingPolicy:{}:resource/dynamodb/{}:policyName/{}", kRegion,
      kAccount, policy.id, name.resource_id(), policy.name);
}

std::vector<api::Alarm> alarms_of(const TargetName& name, const Policy& policy) {
  std::vector<api::Alarm> alarms;
  for (const std::string_view kind :
       {"AlarmHigh", "AlarmLow", "ProvisionedCapacityHigh", "ProvisionedCapacityLow"}) {
    auto alarm = fmt::format("TargetTracking-{}-{}-{}", name.resource_id(), kind, policy.id);
    auto arn = fmt::format("arn:aws:cloudwatch:{}:{}:alarm:{}", kRegion, kAccount, alarm);
    alarms.push_back({std::move(alarm), std::move(arn)});
  }
  return alarms;
}

std::string service_role_arn() {
  return fmt::format(
      "arn:aws:iam::{}:role/aws-service-role/dynamodb.application-autoscaling.amazonaws.com/"
      "AWSServiceRoleForApplicationAutoScaling_DynamoDBTable",
      kAccount);
}

api::ScalableTarget described(const NamedTarget& named) {
  const auto& [name, target] = named;
  const auto& suspended = target.suspended;
  return {.service_namespace = api::ServiceNamespace::DynamoDb,
          .resource_id = name.resource_id(),
          .scalable_dimension = name.dimension(),
          .min_capacity = target.min_capacity,
          .max_capacity = target.max_capacity,
          .role_arn = target.role_arn,
          .creation_time = target.created,
          .suspended_state =
              api::SuspendedState{.dynamic_scaling_in_suspended =
                                      suspended.dynamic_scaling_in_suspended.value_or(false),
                                  .dynamic_scaling_out_suspended =
                                      suspended.dynamic_scaling_out_suspended.value_or(false),
                                  .scheduled_scaling_suspended =
                                      suspended.scheduled_scaling_suspended.value_or(false)},
          .scalable_target_arn = target_arn(target)};
}

api::ScalingPolicy described_policy(const NamedTarget& named) {
  const auto& [name, target] = named;
  const Policy& policy = *target.policy;
  api::TargetTrackingScalingPolicyConfiguration tracking;
  tracking.target_value = policy.target_value;
  tracking.predefined_metric_specification.emplace().predefined_metric_type = name.metric();
  tracking.scale_out_cooldown = policy.scale_out_cooldown;
  tracking.scale_in_cooldown = policy.scale_in_cooldown;
  tracking.disable_scale_in = policy.disable_scale_in;
  return {.policy_arn = policy_arn(name, policy),
          .policy_name = policy.name,
          .service_namespace = api::ServiceNamespace::DynamoDb,
          .resource_id = name.resource_id(),
          .scalable_dimension = name.dimension(),
          .policy_type = api::PolicyType::TargetTrackingScaling,
          .target_tracking = std::move(tracking),
          .alarms = alarms_of(name, policy),
          .creation_time = policy.created};
}

}  // namespace partita::scaling
