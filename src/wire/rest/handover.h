#pragma once

#include <string>

#include "database/database.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::rest {

// Makes a copy of the store for a backup: {"store": DIRECTORY, "attended": FILE}.
// ERRORS: those of Handover::begin.
Task<Result<std::string>> begun_backup(database::Database& database);

// {"store": null}, when the copy is not needed any more.
std::string ended_backup(database::Database& database);

}  // namespace partita::rest
