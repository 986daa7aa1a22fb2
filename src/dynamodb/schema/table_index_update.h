#pragma once

#include "partita/api/timestamp.h"
#include "partita/api/update_table.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"

namespace partita::schema {

// Does the GlobalSecondaryIndexUpdates of the request to a table whose billing is already what the
// request wants; `before` is the table as it was. A new index is Creating, one to go is Deleting;
// Jobs fill and empty them.
// ERRORS: ValidationException, ResourceInUseException, ResourceNotFoundException,
// LimitExceededException, in DynamoDB's words.
Status update_indexes(catalog::Table& table, const catalog::Table& before,
                      const api::UpdateTableRequest& request, api::Timestamp now);

}  // namespace partita::schema
