#pragma once

#include "cli/exit_code.h"
#include "cli/model_commands.h"

namespace partita::cli {

// Writes a first model, or one that is guessed from a table, into a new file.
ExitCode init_model(const ModelInitCommand& command);

}  // namespace partita::cli
