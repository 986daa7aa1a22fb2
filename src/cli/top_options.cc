#include "cli/top_options.h"

#include "cli/footers.h"

namespace partita::cli {

void TopOptions::add_to(CLI::App& program) {
  top_ = program.add_subcommand("top", "Watch how busy a server is: requests, latency, tables");
  top_->footer(kTopFooter);
  target_.add_server_to(*top_);
  top_->add_flag("--once", is_once_, "Show it once, as it does where there is no terminal");
}

Result<TopCommand> TopOptions::command() const {
  return TopCommand{.target = TRY(target_.target()), .is_once = is_once_};
}

}  // namespace partita::cli
