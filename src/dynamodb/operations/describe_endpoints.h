#pragma once

#include <string_view>

#include "operations/context.h"
#include "partita/api/describe_endpoints.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

inline constexpr std::string_view kEndpointAddress = "localhost";

// Where clients find this service: the host that they have asked already, which the server puts in
// the place of kEndpointAddress.
// REQUIRES: context and request outlive the task.
Task<Result<api::DescribeEndpointsResponse>> describe_endpoints(
    Context& context, const api::DescribeEndpointsRequest& request);

}  // namespace partita::operations
