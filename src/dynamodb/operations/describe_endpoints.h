#pragma once

#include <string_view>

#include "dynamodb/operations/context.h"
#include "partita/api/describe_endpoints.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

inline constexpr std::string_view kEndpointAddress = "localhost";

// Where clients find this service: kEndpointAddress. What answers over HTTP (endpoints/dispatcher)
// puts the host and port in its place that the client has used, if it has named them.
// REQUIRES: context and request outlive the task.
Task<Result<api::DescribeEndpointsResponse>> describe_endpoints(
    const ReadContext& context, const api::DescribeEndpointsRequest& request);

}  // namespace partita::operations
