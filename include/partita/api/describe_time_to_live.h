#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"

namespace partita::api {

// Partita is never Enabling or Disabling: a change holds at once.
enum class TimeToLiveStatus { Enabling, Disabling, Enabled, Disabled };
inline constexpr std::array<std::string_view, 4> kTimeToLiveStatusWords = {"ENABLING", "DISABLING",
                                                                           "ENABLED", "DISABLED"};
constexpr EnumWords wire_names(TimeToLiveStatus) { return kTimeToLiveStatusWords; }

// Whether items of a table expire, and by which attribute (UpdateTimeToLive).
struct TimeToLiveDescription {
  std::optional<TimeToLiveStatus> time_to_live_status;
  std::optional<std::string> attribute_name;

  static constexpr auto shape() {
    using Self = TimeToLiveDescription;
    return std::tuple(optional("TimeToLiveStatus", &Self::time_to_live_status),
                      optional("AttributeName", &Self::attribute_name));
  }
};

// Asks whether and by which attribute the items of a table expire.
// ERRORS: ResourceNotFound.
struct DescribeTimeToLiveRequest {
  std::string table_name;

  static constexpr auto shape() {
    using Self = DescribeTimeToLiveRequest;
    return std::tuple(
        required("TableName", &Self::table_name, kTableNameOrArn).if_absent(kNoTableName));
  }
};

struct DescribeTimeToLiveResponse {
  std::optional<TimeToLiveDescription> time_to_live_description;

  static constexpr auto shape() {
    using Self = DescribeTimeToLiveResponse;
    return std::tuple(optional("TimeToLiveDescription", &Self::time_to_live_description));
  }
};

}  // namespace partita::api
