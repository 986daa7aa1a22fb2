#pragma once

#include <string>
#include <string_view>

#include "database/database.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "wire/rest/server_routes.h"

// What models tell elsewhere, for people who ask.
namespace partita::rest {

// {"syncs": [{"sync": "album_workflow/task_done", "state": "running", "pending": 12, ...}]}
// Of all, or of the one that the query string names (`sync=MODEL/NAME`).
// ERRORS: Failure BadArgument for another query, NotFound if there is no such sync; those of the
// engine.
Task<Result<std::string>> syncs_document(database::Database& database, std::string query);

bool is_about_syncs(RestDocument document);
// Retries, skips, replays, pauses or resumes the sync that the query string names, as `document`
// says; how it is then. Of RestDocument::Syncs the document itself.   ERRORS: the same.
Task<Result<std::string>> asked_of_syncs(database::Database& database, RestDocument document,
                                         std::string query);

}  // namespace partita::rest
