#include "cli/health_options.h"

#include "cli/footers.h"

namespace partita::cli {

void HealthOptions::add_to(CLI::App& program) {
  health_ =
      program.add_subcommand("health", "Check whether a server is healthy and accepts writes");
  health_->footer(kHealthFooter);
  target_.add_server_to(*health_);
}

Result<HealthCommand> HealthOptions::command() const {
  return HealthCommand{.target = TRY(target_.target())};
}

}  // namespace partita::cli
