#pragma once

#include <string>

#include "dynamodb/operations/context.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::rest {

// How many items of a table expire when: {"table": .., "enabled": true, "attribute": "ttl",
// "now": .., "from": .., "step_seconds": 3600, "counts": [..], "estimate": false, "late": {"items":
// .., "oldest": ..}, "first": [{"at": .., "key": {..}}]}. Seconds since 1970 as AWS has them in
// items; keys in DynamoDB's JSON. The query says of which table, perhaps from which second on
// (`from`, now if not given), of how many seconds a count is (`step`) and how many there are
// (`steps`), and how many of the first items are told (`items`).
// REQUIRES: the context outlives the task.
// ERRORS: Failure BadArgument, NotFound; those of the engine.
Task<Result<std::string>> expiry_document(const operations::ReadContext& context,
                                          std::string query);

}  // namespace partita::rest
