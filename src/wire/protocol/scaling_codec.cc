#include "partita/api/delete_scaling_policy.h"
#include "partita/api/deregister_scalable_target.h"
#include "partita/api/describe_scalable_targets.h"
#include "partita/api/describe_scaling_activities.h"
#include "partita/api/describe_scaling_policies.h"
#include "partita/api/put_scaling_policy.h"
#include "partita/api/register_scalable_target.h"
#include "partita/api/scalable_target_tags.h"
#include "partita/api/table_replica_auto_scaling.h"
#include "wire/protocol/operation_codec.h"

namespace partita::protocol {

PARTITA_OPERATION_CODEC(RegisterScalableTarget)
PARTITA_OPERATION_CODEC(DeregisterScalableTarget)
PARTITA_OPERATION_CODEC(DescribeScalableTargets)
PARTITA_OPERATION_CODEC(PutScalingPolicy)
PARTITA_OPERATION_CODEC(DeleteScalingPolicy)
PARTITA_OPERATION_CODEC(DescribeScalingPolicies)
PARTITA_OPERATION_CODEC(DescribeScalingActivities)
PARTITA_OPERATION_CODEC(ListTagsOfScalableTarget)
PARTITA_OPERATION_CODEC(TagScalableTarget)
PARTITA_OPERATION_CODEC(UntagScalableTarget)
PARTITA_OPERATION_CODEC(DescribeTableReplicaAutoScaling)
PARTITA_OPERATION_CODEC(UpdateTableReplicaAutoScaling)

}  // namespace partita::protocol
