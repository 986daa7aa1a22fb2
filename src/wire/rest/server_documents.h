#pragma once

#include <optional>
#include <string>

#include "partita/base/result.h"
#include "partita/base/task.h"
#include "wire/protocol/http_request.h"
#include "wire/rest/routes.h"

namespace partita::database {
class Database;
}  // namespace partita::database

// What the server's own routes (server_routes.h) answer, as JSON: of those that need nothing of the
// endpoint itself.
namespace partita::rest {

// Of a route whose document asks the store; nullopt if the route is none of these.
// ERRORS of the task: Failure; those of the engine.
std::optional<Task<Result<std::string>>> document_read(database::Database& database,
                                                       const RestRoutes::Found& found,
                                                       const protocol::HttpRequest& request);

// Of any other route: what is known without asking the store.
// ERRORS: Failure.
Result<std::string> document_at_hand(database::Database& database, const RestRoutes& routes,
                                     const RestRoutes::Found& found,
                                     const protocol::HttpRequest& request);

}  // namespace partita::rest
