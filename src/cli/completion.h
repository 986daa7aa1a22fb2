#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "partita/base/result.h"

namespace partita::cli {

// A script that makes a shell complete the commands and options of the program, as it is now.
// ERRORS: InvalidArgument for a shell other than bash, zsh and fish.
Result<std::string> completion_script(const CLI::App& program, std::string_view shell);

}  // namespace partita::cli
