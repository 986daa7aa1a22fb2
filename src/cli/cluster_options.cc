#include "cli/cluster_options.h"

#include "cli/footers.h"

namespace partita::cli {

void ClusterOptions::add_to(CLI::App& program) {
  cluster_ = program.add_subcommand("cluster", "Show the servers that share a store");
  cluster_->footer(kClusterFooter);
  target_.add_to(*cluster_);
  cluster_->add_flag("--json", prints_json_, "Print the answer as JSON");
}

Result<ClusterCommand> ClusterOptions::command() const {
  ClusterCommand command{.target = TRY(target_.target()), .prints_json = prints_json_};
  if (command.target.store) {
    return Error::invalid_argument(
        "a running server knows which others there are: leave --data and --store out");
  }
  return command;
}

}  // namespace partita::cli
