#pragma once

#include "cli/exit_code.h"
#include "cli/model_commands.h"

namespace partita::cli {

// Claims items and runs the program for each, until it is told to stop.
ExitCode work(const WorkCommand& command);

}  // namespace partita::cli
