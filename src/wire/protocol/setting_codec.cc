#include "partita/api/describe_continuous_backups.h"
#include "partita/api/describe_endpoints.h"
#include "partita/api/describe_limits.h"
#include "partita/api/describe_time_to_live.h"
#include "partita/api/list_tags_of_resource.h"
#include "partita/api/tag_resource.h"
#include "partita/api/untag_resource.h"
#include "partita/api/update_continuous_backups.h"
#include "partita/api/update_time_to_live.h"
#include "wire/protocol/operation_codec.h"

namespace partita::protocol {

PARTITA_OPERATION_CODEC(TagResource)
PARTITA_OPERATION_CODEC(UntagResource)
PARTITA_OPERATION_CODEC(ListTagsOfResource)
PARTITA_OPERATION_CODEC(UpdateTimeToLive)
PARTITA_OPERATION_CODEC(DescribeTimeToLive)
PARTITA_OPERATION_CODEC(UpdateContinuousBackups)
PARTITA_OPERATION_CODEC(DescribeContinuousBackups)
PARTITA_OPERATION_CODEC(DescribeLimits)
PARTITA_OPERATION_CODEC(DescribeEndpoints)

}  // namespace partita::protocol
