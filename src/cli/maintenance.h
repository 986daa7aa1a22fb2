#pragma once

#include "cli/command_line.h"
#include "cli/exit_code.h"

// The commands for data that no server has open.
namespace partita::cli {

ExitCode make_key(const KeyNewCommand& command);
ExitCode rotate_keys(const KeyRotateCommand& command);

}  // namespace partita::cli
