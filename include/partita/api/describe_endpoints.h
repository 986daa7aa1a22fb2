#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"

namespace partita::api {

// Asks for the address to which requests are sent. SDKs with endpoint discovery do this first.
struct DescribeEndpointsRequest {
  static constexpr auto shape() { return std::tuple<>(); }
};

// An address as "host:port", and for how long a client may remember it.
struct Endpoint {
  std::string address;
  std::int64_t cache_period_in_minutes = 0;

  static constexpr auto shape() {
    using Self = Endpoint;
    return std::tuple(required("Address", &Self::address),
                      required("CachePeriodInMinutes", &Self::cache_period_in_minutes));
  }
};

struct DescribeEndpointsResponse {
  std::vector<Endpoint> endpoints;

  static constexpr auto shape() {
    using Self = DescribeEndpointsResponse;
    return std::tuple(required("Endpoints", &Self::endpoints));
  }
};

}  // namespace partita::api
