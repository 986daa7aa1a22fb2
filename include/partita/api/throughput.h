#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"

namespace partita::api {

// Whether DynamoDB would charge for reserved throughput or for each request. Throughput is stored
// and described, so that tools which manage it work; it limits requests only on throttled tables.
enum class BillingMode { Provisioned, PayPerRequest };
inline constexpr std::array<std::string_view, 2> kBillingModeWords = {"PROVISIONED",
                                                                      "PAY_PER_REQUEST"};
constexpr EnumWords wire_names(BillingMode) { return kBillingModeWords; }

// Units per second, as consumed_capacity.h counts them. Enforced only on throttled tables.
struct ProvisionedThroughput {
  std::int64_t read_capacity_units = 0;
  std::int64_t write_capacity_units = 0;

  static constexpr auto shape() {
    using Self = ProvisionedThroughput;
    return std::tuple(required("ReadCapacityUnits", &Self::read_capacity_units, kPositive),
                      required("WriteCapacityUnits", &Self::write_capacity_units, kPositive));
  }
};

// Upper limits of units per second of an on-demand table; -1 means no limit. Enforced only on
// throttled tables.
struct OnDemandThroughput {
  std::optional<std::int64_t> max_read_request_units;
  std::optional<std::int64_t> max_write_request_units;

  static constexpr auto shape() {
    using Self = OnDemandThroughput;
    return std::tuple(optional("MaxReadRequestUnits", &Self::max_read_request_units),
                      optional("MaxWriteRequestUnits", &Self::max_write_request_units));
  }
};

// The throughput that a table is ready for without warming up. Stored and described.
struct WarmThroughput {
  std::optional<std::int64_t> read_units_per_second;
  std::optional<std::int64_t> write_units_per_second;

  static constexpr auto shape() {
    using Self = WarmThroughput;
    return std::tuple(optional("ReadUnitsPerSecond", &Self::read_units_per_second),
                      optional("WriteUnitsPerSecond", &Self::write_units_per_second));
  }
};

}  // namespace partita::api
