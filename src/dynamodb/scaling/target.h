#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "dynamodb/throughput/used_part.h"
#include "partita/api/scalable_target.h"
#include "partita/api/scaling_policy.h"
#include "partita/api/shape.h"
#include "partita/api/tag.h"
#include "partita/api/timestamp.h"
#include "partita/base/result.h"

namespace partita::scaling {

using throughput::Use;

inline constexpr std::string_view kReadMetric = "DynamoDBReadCapacityUtilization";
inline constexpr std::string_view kWriteMetric = "DynamoDBWriteCapacityUtilization";

// What is scaled: the reads or the writes of a table or of a global index.
struct TargetName {
  std::string table;
  std::string index;  // Empty: the table itself.
  Use use = Use::Read;

  std::string resource_id() const;  // "table/Orders", "table/Orders/index/byDate"
  api::ScalableDimension dimension() const;
  std::string_view metric() const { return use == Use::Read ? kReadMetric : kWriteMetric; }
  friend auto operator<=>(const TargetName&, const TargetName&) = default;
};

// ERRORS: ValidationException unless both name the same kind of thing of DynamoDB.
Result<TargetName> parse_target(api::ServiceNamespace service, std::string_view resource_id,
                                api::ScalableDimension dimension);

// By what a capacity follows its use. Stored: DO NOT CHANGE the name of a member.
struct Policy {
  std::string name;
  std::string id;  // A UUID, in its ARN and in the names of its alarms.
  double target_value = 0;
  std::optional<std::int64_t> scale_out_cooldown = {};
  std::optional<std::int64_t> scale_in_cooldown = {};
  std::optional<bool> disable_scale_in = {};
  api::Timestamp created = {};

  static constexpr auto shape() {
    using Self = Policy;
    return std::tuple(api::required("Name", &Self::name), api::required("Id", &Self::id),
                      api::required("TargetValue", &Self::target_value),
                      api::optional("ScaleOutCooldown", &Self::scale_out_cooldown),
                      api::optional("ScaleInCooldown", &Self::scale_in_cooldown),
                      api::optional("DisableScaleIn", &Self::disable_scale_in),
                      api::required("Created", &Self::created));
  }
};

// A capacity that was set, or is being set. Stored, as Policy.
struct CapacityChange {
  std::int64_t from = 0;
  std::int64_t to = 0;
  api::Timestamp time = {};
  std::string activity = {};  // The id of its activity.
  std::string cause = {};

  static constexpr auto shape() {
    using Self = CapacityChange;
    return std::tuple(api::required("From", &Self::from), api::required("To", &Self::to),
                      api::required("Time", &Self::time),
                      api::required("Activity", &Self::activity),
                      api::required("Cause", &Self::cause));
  }
};

// How it is scaled. Stored, as Policy.
struct Target {
  std::string id;  // In its ARN.
  std::int64_t min_capacity = 0;
  std::int64_t max_capacity = 0;
  std::string role_arn;
  api::SuspendedState suspended = {};
  std::vector<api::Tag> tags = {};
  api::Timestamp created = {};
  std::optional<Policy> policy = {};
  std::optional<CapacityChange> last_out = {};
  std::optional<CapacityChange> last_in = {};
  // Begun and not known to be over: whoever finds it looks what has become of it.
  std::optional<CapacityChange> pending = {};

  static constexpr auto shape() {
    using Self = Target;
    return std::tuple(
        api::required("Id", &Self::id), api::required("Min", &Self::min_capacity),
        api::required("Max", &Self::max_capacity), api::required("Role", &Self::role_arn),
        api::required("Suspended", &Self::suspended), api::required("Tags", &Self::tags),
        api::required("Created", &Self::created), api::optional("Policy", &Self::policy),
        api::optional("LastOut", &Self::last_out), api::optional("LastIn", &Self::last_in),
        api::optional("Pending", &Self::pending));
  }
};

struct NamedTarget {
  TargetName name;
  Target target;
};

std::string target_arn(const Target& target);
std::string policy_arn(const TargetName& name, const Policy& policy);
// AWS: four of a policy. Ours: their names only; what they stand for is judged by tracking.h.
std::vector<api::Alarm> alarms_of(const TargetName& name, const Policy& policy);
// AWS: the role that the service makes for itself.
std::string service_role_arn();

// As the answers of the API have them.
api::ScalableTarget described(const NamedTarget& named);
// REQUIRES: it has a policy.
api::ScalingPolicy described_policy(const NamedTarget& named);

}  // namespace partita::scaling
