#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/table_replica_auto_scaling.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: ResourceNotFoundException, always.
// REQUIRES: context and request outlive the task.
Task<Result<api::DescribeTableReplicaAutoScalingResponse>> describe_table_replica_auto_scaling(
    const ReadContext& context, const api::DescribeTableReplicaAutoScalingRequest& request);

// ERRORS: ResourceNotFoundException, always.
// REQUIRES: context and request outlive the task.
Task<Result<api::UpdateTableReplicaAutoScalingResponse>> update_table_replica_auto_scaling(
    const ReadContext& context, const api::UpdateTableReplicaAutoScalingRequest& request);

}  // namespace partita::operations
