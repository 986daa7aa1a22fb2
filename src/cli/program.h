#pragma once

#include "cli/exit_code.h"

namespace partita::cli {

// The whole program, from its arguments to its exit code.
ExitCode run_program(int count, const char* const* arguments);

}  // namespace partita::cli
