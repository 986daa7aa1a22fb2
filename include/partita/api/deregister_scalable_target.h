#pragma once

#include <string>
#include <tuple>

#include "partita/api/scalable_target.h"
#include "partita/api/shape.h"

namespace partita::api {

// Ends auto scaling of a target: its capacity stays as it is, and its policy is deleted.
// ERRORS: ObjectNotFound, Validation.
struct DeregisterScalableTargetRequest {
  ServiceNamespace service_namespace = ServiceNamespace::DynamoDb;
  std::string resource_id;
  ScalableDimension scalable_dimension = ScalableDimension::TableReadCapacityUnits;

  static constexpr auto shape() {
    using Self = DeregisterScalableTargetRequest;
    return std::tuple(required("ServiceNamespace", &Self::service_namespace),
                      required("ResourceId", &Self::resource_id, kScalingText),
                      required("ScalableDimension", &Self::scalable_dimension));
  }
};

struct DeregisterScalableTargetResponse {
  static constexpr auto shape() { return std::tuple<>(); }
};

}  // namespace partita::api
