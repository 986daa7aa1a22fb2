#include "cli/top_options.h"

#include "cli/footers.h"

namespace partita::cli {

void TopOptions::add_to(CLI::App& program) {
  top_ = program.add_subcommand("top", "Show how busy a server is: requests, latency, tables");
  top_->footer(kTopFooter);
  target_.add_server_to(*top_);
  top_->add_flag("--once", is_once_, "Print it once; this is the default without a terminal");
}

Result<TopCommand> TopOptions::command() const {
  return TopCommand{.target = TRY(target_.target()), .is_once = is_once_};
}

}  // namespace partita::cli
