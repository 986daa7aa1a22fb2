#include "dynamodb/operations/describe_endpoints.h"

namespace partita::operations {

Task<Result<api::DescribeEndpointsResponse>> describe_endpoints(
    const ReadContext&, const api::DescribeEndpointsRequest&) {
  api::DescribeEndpointsResponse response;
  response.endpoints.push_back(
      {.address = std::string(kEndpointAddress), .cache_period_in_minutes = 1440});
  co_return response;
}

}  // namespace partita::operations
