#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "partita/api/scalable_target.h"
#include "partita/api/shape.h"

namespace partita::api {

// Makes the capacity of a table or an index scalable, or changes how it is. A capacity outside of
// the bounds is set to the nearest of them within seconds.
// ERRORS: Validation.
struct RegisterScalableTargetRequest {
  ServiceNamespace service_namespace = ServiceNamespace::DynamoDb;
  std::string resource_id;
  ScalableDimension scalable_dimension = ScalableDimension::TableReadCapacityUnits;
  std::optional<std::int64_t> min_capacity;  // Both are required the first time.
  std::optional<std::int64_t> max_capacity;
  std::optional<std::string> role_arn;
  std::optional<SuspendedState> suspended_state;
  std::optional<Dictionary<std::string>> tags;

  static constexpr auto shape() {
    using Self = RegisterScalableTargetRequest;
    return std::tuple(required("ServiceNamespace", &Self::service_namespace),
                      required("ResourceId", &Self::resource_id, kScalingText),
                      required("ScalableDimension", &Self::scalable_dimension),
                      optional("MinCapacity", &Self::min_capacity),
                      optional("MaxCapacity", &Self::max_capacity),
                      optional("RoleARN", &Self::role_arn, kScalingText),
                      optional("SuspendedState", &Self::suspended_state),
                      optional("Tags", &Self::tags, {}, kTagValue, kTagKey));
  }
};

struct RegisterScalableTargetResponse {
  std::optional<std::string> scalable_target_arn;

  static constexpr auto shape() {
    using Self = RegisterScalableTargetResponse;
    return std::tuple(optional("ScalableTargetARN", &Self::scalable_target_arn));
  }
};

}  // namespace partita::api
