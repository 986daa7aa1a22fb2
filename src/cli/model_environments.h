#pragma once

#include "cli/exit_code.h"
#include "cli/model_commands.h"

// The commands about models that a database holds under several names.
namespace partita::cli {

ExitCode remove_model(const ModelRemoveCommand& command);
ExitCode compare_models(const ModelDiffCommand& command);

}  // namespace partita::cli
