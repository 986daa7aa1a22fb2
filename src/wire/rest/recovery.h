#pragma once

#include <string>

#include "dynamodb/operations/context.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "wire/rest/routes.h"

// The past of tables, for people who ask: RestoreTableToPointInTime reaches to five minutes back,
// this to the last millisecond.
namespace partita::rest {

// Restores the table that the query string names: `table`, `to` (the new table) and `at` (RFC
// 3339; without it the present moment).
//   {"table": "then", "from": "now", "at": "2026-11-16T10:00:00.000Z", "status": "CREATING",
//    "dropped": "stream, TTL"}
// If the new table is one of a model's, `model` names that: it is applied in the end, and brings
// back what was dropped.
// ERRORS: Failure BadArgument for another query; those of the operation.
Task<Result<std::string>> restored_table(operations::Context& context, std::string query);

// What has happened to an item, the newest change first: `table`, `key` (plain JSON), `limit`, and
// `typed` for values in DynamoDB's JSON. What a model calls sensitive or hidden is masked.
//   {"table": .., "versions": [{"at": .., "what": "changed", "attributes": [{"name": ..,
//    "before": .., "after": ..}]}], "more": false}
// ERRORS: Failure BadArgument, NotFound; Corrupt; those of the engine.
Task<Result<std::string>> item_history(const operations::Context& context, const RestRoutes& routes,
                                       std::string query);

}  // namespace partita::rest
