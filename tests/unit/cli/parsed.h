#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "cli/command_line.h"

namespace partita::cli {

// The command that these words behind `partita` are.
inline Command parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "partita");
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}

// The same for a command of `partita model`.
template <typename Chosen>
Chosen chosen(std::vector<const char*> arguments) {
  const Command command = parse(std::move(arguments));
  return std::get<Chosen>(std::get<ModelCommand>(command));
}

}  // namespace partita::cli
