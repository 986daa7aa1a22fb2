#pragma once

#include "cli/exit_code.h"
#include "cli/model_commands.h"

namespace partita::cli {

// Shows the models of a server or of a data directory.
ExitCode list_models(const ModelListCommand& command);

}  // namespace partita::cli
