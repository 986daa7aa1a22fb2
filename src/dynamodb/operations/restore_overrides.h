#pragma once

#include "partita/api/restore_table_to_point_in_time.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"

namespace partita::operations {

// Gives a table that is to be restored the indexes, billing, throughput and key of its source, or
// what the request says instead.
// REQUIRES: the target has its key, its encryption and the time of its creation.
// ERRORS: ValidationException in DynamoDB's words.
Status apply_overrides(const catalog::Table& source,
                       const api::RestoreTableToPointInTimeRequest& request,
                       catalog::Table& target);

}  // namespace partita::operations
