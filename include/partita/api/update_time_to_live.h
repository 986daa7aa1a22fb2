#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "partita/api/shape.h"

namespace partita::api {

// Whether items expire, and by which attribute: a number of seconds since 1970. An item whose time
// has passed is deleted within seconds, and that deletion is in the table's stream as one of the
// service. Items without the attribute, or with a time more than five years ago, do not expire.
struct TimeToLiveSpecification {
  bool enabled = false;
  std::string attribute_name;

  static constexpr auto shape() {
    using Self = TimeToLiveSpecification;
    return std::tuple(required("Enabled", &Self::enabled),
                      required("AttributeName", &Self::attribute_name, kKeyAttributeName));
  }
};

// Switches the expiry of items on or off.
// ERRORS: ResourceNotFound; Validation if it is already so, or is on with another attribute.
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
