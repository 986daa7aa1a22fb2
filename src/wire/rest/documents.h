#pragma once

#include <string>
#include <string_view>

#include "dynamodb/operations/context.h"
#include "partita/base/result.h"
#include "wire/rest/routes.h"

// What the model API tells of itself, as JSON for people and programs.
namespace partita::rest {

// All models: their roots, tables, entities, patterns and rollups with their routes.
std::string index_document(const RestRoutes& routes);

// A table: which model it belongs to, how strictly its rules hold, its entities, and what rules
// that are only observed have found since the server has started.
// ERRORS: Failure NotFound if there is no such table.
Result<std::string> table_document(const operations::Context& context, const RestRoutes& routes,
                                   std::string_view table_name);

}  // namespace partita::rest
