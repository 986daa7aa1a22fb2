#pragma once

#include <memory>
#include <string>

#include "dynamodb/operations/context.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "wire/rest/routes.h"

namespace partita::rest {

enum class UndoStep { Preview, CarryOut };

// Takes changes of a table back, or tells what would become of its items. The query: `table`, then
// `item` (a key as plain JSON), `request` (an id, or how it begins) or `access_key`, or several of
// them, `from` and `to` (RFC 3339). With an item and nothing else only its newest change is meant.
// `limit`: of how many items at most. What a model calls sensitive or hidden is masked.
//   {"table": .., "to": .., "ready": 2, "done": 0, "already": 0, "follow": 1, "refused": 1,
//    "rules_asked": true, "items": [{"key": {..}, "state": "ready", "what": "change back",
//    "changes": 1, "attributes": [{"name": .., "before": .., "after": ..}]}], "more": false}
// Who wants to carry out what a preview has shown gives its `to`.
// ERRORS: Failure BadArgument, also for too many items, NotFound; Corrupt; those of the engine.
Task<Result<std::string>> undone_changes(operations::Context context,
                                         std::shared_ptr<const RestRoutes> routes, UndoStep step,
                                         std::string query);

}  // namespace partita::rest
