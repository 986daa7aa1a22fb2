#include "partita/api/describe_endpoints.h"
#include "partita/api/describe_limits.h"
#include "partita/api/describe_time_to_live.h"
#include "partita/api/list_tags_of_resource.h"
#include "partita/api/tag_resource.h"
#include "partita/api/untag_resource.h"
#include "partita/api/update_time_to_live.h"
#include "protocol/request_decoding.h"

namespace partita::protocol {

template Result<api::TagResourceRequest> decode_request(ByteView json);
template Result<api::UntagResourceRequest> decode_request(ByteView json);
template Result<api::ListTagsOfResourceRequest> decode_request(ByteView json);
template Result<api::UpdateTimeToLiveRequest> decode_request(ByteView json);
template Result<api::DescribeTimeToLiveRequest> decode_request(ByteView json);
template Result<api::DescribeLimitsRequest> decode_request(ByteView json);
template Result<api::DescribeEndpointsRequest> decode_request(ByteView json);

}  // namespace partita::protocol
