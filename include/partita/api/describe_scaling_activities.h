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

enum class ScalingActivityStatusCode : std::uint8_t {
  Pending,
  InProgress,
  Successful,
  Overridden,
  Unfulfilled,
  Failed
};
inline constexpr std::array<std::string_view, 6> kScalingActivityStatusWords = {
    "Pending", "InProgress", "Successful", "Overridden", "Unfulfilled", "Failed"};
constexpr EnumWords wire_names(ScalingActivityStatusCode) { return kScalingActivityStatusWords; }

// What scaling has done in the last six weeks, the newest first.
// ERRORS: InvalidNextToken, Validation.
struct DescribeScalingActivitiesRequest {
  ServiceNamespace service_namespace = ServiceNamespace::DynamoDb;
  std::optional<std::string> resource_id;
  std::optional<ScalableDimension> scalable_dimension;
  std::optional<std::int64_t> max_results;
  std::optional<std::string> next_token;

  static constexpr auto shape() {
    using Self = DescribeScalingActivitiesRequest;
    return std::tuple(required("ServiceNamespace", &Self::service_namespace),
                      optional("ResourceId", &Self::resource_id, kScalingText),
                      optional("ScalableDimension", &Self::scalable_dimension),
                      optional("MaxResults", &Self::max_results, kScalingPage),
                      optional("NextToken", &Self::next_token, kScalingToken));
  }
};

struct ScalingActivity {
  std::string activity_id;
  ServiceNamespace service_namespace = ServiceNamespace::DynamoDb;
  std::string resource_id;
  ScalableDimension scalable_dimension = ScalableDimension::TableReadCapacityUnits;
  std::string description;  // "Setting read capacity units to 40."
  std::string cause;
  Timestamp start_time;
  std::optional<Timestamp> end_time;
  ScalingActivityStatusCode status_code = ScalingActivityStatusCode::InProgress;
  std::optional<std::string> status_message;

  static constexpr auto shape() {
    using Self = ScalingActivity;
    return std::tuple(required("ActivityId", &Self::activity_id),
                      required("ServiceNamespace", &Self::service_namespace),
                      required("ResourceId", &Self::resource_id),
                      required("ScalableDimension", &Self::scalable_dimension),
                      required("Description", &Self::description), required("Cause", &Self::cause),
                      required("StartTime", &Self::start_time),
                      optional("EndTime", &Self::end_time),
                      required("StatusCode", &Self::status_code),
                      optional("StatusMessage", &Self::status_message));
  }
};

struct DescribeScalingActivitiesResponse {
  std::vector<ScalingActivity> scaling_activities;
  std::optional<std::string> next_token;

  static constexpr auto shape() {
    using Self = DescribeScalingActivitiesResponse;
    return std::tuple(required("ScalingActivities", &Self::scaling_activities),
                      optional("NextToken", &Self::next_token));
  }
};

}  // namespace partita::api
