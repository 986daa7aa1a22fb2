#include "partita/api/describe_endpoints.h"
#include "partita/api/describe_limits.h"
#include "partita/api/describe_time_to_live.h"
#include "partita/api/list_tags_of_resource.h"
#include "partita/api/tag_resource.h"
#include "partita/api/untag_resource.h"
#include "partita/api/update_time_to_live.h"
#include "protocol/response_encoding.h"

namespace partita::protocol {

template void append_json(std::string& json, const api::TagResourceResponse& response);
template void append_json(std::string& json, const api::UntagResourceResponse& response);
template void append_json(std::string& json, const api::ListTagsOfResourceResponse& response);
template void append_json(std::string& json, const api::UpdateTimeToLiveResponse& response);
template void append_json(std::string& json, const api::DescribeTimeToLiveResponse& response);
template void append_json(std::string& json, const api::DescribeLimitsResponse& response);
template void append_json(std::string& json, const api::DescribeEndpointsResponse& response);

}  // namespace partita::protocol
