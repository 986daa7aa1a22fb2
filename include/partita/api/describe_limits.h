#pragma once

#include <cstdint>
#include <optional>
#include <tuple>

#include "partita/api/shape.h"

namespace partita::api {

// Asks for the limits of provisioned throughput. The response has AWS's default limits of an
// account, for tools that ask for them; Partita does not enforce any.
struct DescribeLimitsRequest {
  static constexpr auto shape() { return std::tuple<>(); }
};

struct DescribeLimitsResponse {
  std::optional<std::int64_t> account_max_read_capacity_units;
  std::optional<std::int64_t> account_max_write_capacity_units;
  std::optional<std::int64_t> table_max_read_capacity_units;
  std::optional<std::int64_t> table_max_write_capacity_units;

  static constexpr auto shape() {
    using Self = DescribeLimitsResponse;
    return std::tuple(
        optional("AccountMaxReadCapacityUnits", &Self::account_max_read_capacity_units),
        optional("AccountMaxWriteCapacityUnits", &Self::account_max_write_capacity_units),
        optional("TableMaxReadCapacityUnits", &Self::table_max_read_capacity_units),
        optional("TableMaxWriteCapacityUnits", &Self::table_max_write_capacity_units));
  }
};

}  // namespace partita::api
