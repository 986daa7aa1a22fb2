#pragma once

#include "cli/exit_code.h"
#include "cli/model_commands.h"

// The commands that run access patterns and rollups of a model, on a server or on a data directory.
namespace partita::cli {

// Exit codes: 1 if it was refused, 3 if there is no such model, pattern or item.
ExitCode run_pattern(const ModelRunCommand& command);
ExitCode show_rollup(const ModelStatsCommand& command);

}  // namespace partita::cli
