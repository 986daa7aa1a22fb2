#include "cli/health_options.h"

#include "cli/footers.h"

namespace partita::cli {

void HealthOptions::add_to(CLI::App& program) {
  health_ = program.add_subcommand("health", "Ask whether a server is well and takes writes");
  health_->footer(kHealthFooter);
  target_.add_server_to(*health_);
}

Result<HealthCommand> HealthOptions::command() const {
  return HealthCommand{.target = TRY(target_.target())};
}

}  // namespace partita::cli
