#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/restore_table_to_point_in_time.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// How near to the present a moment may be.
enum class RestoreReach {
  AsAws,            // Five minutes back.
  LastMillisecond,  // The history reaches until now.
};

// Makes a new table that is Creating, to be filled by a job (lifecycle/table_jobs.h) with what
// another one had at a moment of its past.
// ERRORS: those of DynamoDB, in its order: what the request lacks, that the source is there and
// keeps its history, the time, the overrides, that there is no such table yet; those of the engine.
Task<Result<api::RestoreTableToPointInTimeResponse>> restore_table(
    Context& context, const api::RestoreTableToPointInTimeRequest& request, RestoreReach reach);

Task<Result<api::RestoreTableToPointInTimeResponse>> restore_table_to_point_in_time(
    Context& context, const api::RestoreTableToPointInTimeRequest& request);

}  // namespace partita::operations
