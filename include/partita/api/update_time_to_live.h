#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "partita/api/shape.h"

namespace partita::api {

// Whether items expire, and by which attribute: a number, in seconds since 1970.
struct TimeToLiveSpecification {
  bool enabled = false;
  std::string attribute_name;

  static constexpr auto shape() {
    using Self = TimeToLiveSpecification;
    return std::tuple(required("Enabled", &Self::enabled),
                      required("AttributeName", &Self::attribute_name, kKeyAttributeName));
  }
};

// Switches expiry on or off.
// ERRORS: ResourceNotFound, Validation if it is so already.
struct UpdateTimeToLiveRequest {
  std::string table_name;
  TimeToLiveSpecification time_to_live_specification;

  static constexpr auto shape() {
    using Self = UpdateTimeToLiveRequest;
    return std::tuple(required("TableName", &Self::table_name, kTableNameOrArn),
                      required("TimeToLiveSpecification", &Self::time_to_live_specification));
  }
};

struct UpdateTimeToLiveResponse {
  std::optional<TimeToLiveSpecification> time_to_live_specification;

  static constexpr auto shape() {
    using Self = UpdateTimeToLiveResponse;
    return std::tuple(optional("TimeToLiveSpecification", &Self::time_to_live_specification));
  }
};

}  // namespace partita::api
