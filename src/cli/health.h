#pragma once

#include "cli/exit_code.h"
#include "cli/model_commands.h"

namespace partita::cli {

struct HealthCommand {
  ModelTarget target;
};

// Prints what GET /health says. Ok if the server is well, Failed if it is not or does not answer:
// what a container or a script asks, where no other HTTP client is at hand.
ExitCode show_health(const HealthCommand& command);

}  // namespace partita::cli
