#include "cli/capacity_options.h"

#include "cli/footers.h"

namespace partita::cli {

void CapacityOptions::add_to(CLI::App& program) {
  capacity_ =
      program.add_subcommand("capacity", "Draw the consumed and provisioned capacity of a table");
  capacity_->footer(kCapacityFooter);
  target_.add_server_to(*capacity_);
  capacity_->add_option("table", asked_.table, "The table")->type_name("TABLE")->required();
  capacity_->add_option("--index", asked_.index, "One of its global indexes")->type_name("INDEX");
  capacity_->add_option("--last", asked_.last, "The period up to now, 1m to 24h; default 24h")
      ->type_name("TIME");
  capacity_->add_flag("--json", asked_.prints_json, "Print the answer as JSON");
}

Result<CapacityCommand> CapacityOptions::command() const {
  CapacityCommand command = asked_;
  command.target = TRY(target_.target());
  return command;
}

}  // namespace partita::cli
