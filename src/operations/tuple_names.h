#pragma once

#include <optional>

#include "operations/context.h"
#include "partita/api/query.h"
#include "partita/base/result.h"

namespace partita::operations {

// A query that names the key of an index as a whole, with lists as values, as the same query on the
// key's attributes:
//
//   GSI1PK = :pk AND begins_with(GSI1SK, :sk)         :pk ["a", "b"], :sk ["c"]
//   workflowType = "a" AND entityType = "b" AND status = "c"
//
// A list that ends early stands for all that begin with its values; the last value of a range may
// differ. Only a data model gives such names (docs/MODEL_FORMAT.md, `aliases`): nullopt if the
// index has none or the query uses none, and DynamoDB's own answer is what the client gets. ERRORS:
// InvalidArgument for a list of another length, or an operator that has no such form.
Result<std::optional<api::QueryRequest>> without_tuple_names(const Context& context,
                                                             const api::QueryRequest& request);

}  // namespace partita::operations
