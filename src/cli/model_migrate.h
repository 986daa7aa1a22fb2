#pragma once

#include <string>

#include "cli/exit_code.h"
#include "cli/model_commands.h"
#include "partita/value/value.h"

namespace partita::cli {

// Shows the migrations of a model, or moves one of them.
// Exit codes: 1 if it is not as far, 3 if there is no such model or migration.
ExitCode migrate_model(const ModelMigrateCommand& command);

// A migration as the API tells it, in a line or two.
std::string migration_text(const Item& migration);

}  // namespace partita::cli
