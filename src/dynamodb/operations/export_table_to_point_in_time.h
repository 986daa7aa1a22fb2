#pragma once

#include "dynamodb/operations/context.h"
#include "partita/api/export_table_to_point_in_time.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::operations {

// ERRORS: those of DynamoDB; those of the engine; Corrupt.
Task<Result<api::ExportTableToPointInTimeResponse>> export_table_to_point_in_time(
    Context& context, const api::ExportTableToPointInTimeRequest& request);

}  // namespace partita::operations
