#pragma once

#include "cli/exit_code.h"
#include "cli/model_commands.h"

// The commands that run access patterns of a model and show its rollups and stuck items, on a
// server or on a data directory.
namespace partita::cli {

// Exit codes: 1 if it was refused, 3 if there is no such model, pattern or item.
ExitCode run_pattern(const ModelRunCommand& command);
ExitCode show_stats(const ModelStatsCommand& command);

}  // namespace partita::cli
