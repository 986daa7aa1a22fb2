#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/result.h"

namespace partita::cli {

// A script that makes a shell complete the commands, options and values of the program, as it is
// now, and the given topics behind `partita help`. It works where it is sourced, and as a file in
// the folder where the shell looks for completions.
// ERRORS: InvalidArgument for a shell other than bash, zsh and fish.
Result<std::string> completion_script(const CLI::App& program,
                                      const std::vector<std::string>& topics,
                                      std::string_view shell);

}  // namespace partita::cli
