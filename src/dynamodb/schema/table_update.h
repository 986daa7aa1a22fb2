#pragma once

#include "partita/api/timestamp.h"
#include "partita/api/update_table.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"

namespace partita::schema {

// The table as the request makes it, with its indexes (table_index_update.h) and all.
// ERRORS: ValidationException, ResourceInUseException, ResourceNotFoundException,
// LimitExceededException, in DynamoDB's words.
// REQUIRES: check_update accepts the request.
Result<catalog::Table> updated_table(const catalog::Table& table,
                                     const api::UpdateTableRequest& request, api::Timestamp now);

// Whether AWS needs time for it, and says UPDATING meanwhile.
bool takes_time(const api::UpdateTableRequest& request);

}  // namespace partita::schema
