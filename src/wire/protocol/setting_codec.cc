#include "partita/api/describe_endpoints.h"
#include "partita/api/describe_limits.h"
#include "partita/api/describe_time_to_live.h"
#include "partita/api/list_tags_of_resource.h"
#include "partita/api/tag_resource.h"
#include "partita/api/untag_resource.h"
#include "partita/api/update_time_to_live.h"
#include "protocol/response_encoding.h"

namespace partita::protocol {

PARTITA_ENCODE_RESPONSE(api::TagResourceResponse)
PARTITA_ENCODE_RESPONSE(api::UntagResourceResponse)
PARTITA_ENCODE_RESPONSE(api::ListTagsOfResourceResponse)
PARTITA_ENCODE_RESPONSE(api::UpdateTimeToLiveResponse)
PARTITA_ENCODE_RESPONSE(api::DescribeTimeToLiveResponse)
PARTITA_ENCODE_RESPONSE(api::DescribeLimitsResponse)
PARTITA_ENCODE_RESPONSE(api::DescribeEndpointsResponse)

}  // namespace partita::protocol
