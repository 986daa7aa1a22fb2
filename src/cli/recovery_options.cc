#include "cli/recovery_options.h"

#include "cli/footers.h"

namespace partita::cli {
namespace {

// The jobs that fill a table are those of a server.
Status check_server(const ModelTarget& target) {
  if (!target.store) return {};
  return Error::invalid_argument("a running server is asked: leave --data out");
}

}  // namespace

void RecoveryOptions::add_to(CLI::App& program) {
  restore_ = program.add_subcommand("restore", "Make a new table of what another one was");
  restore_->footer(kRestoreFooter);
  restore_target_.add_to(*restore_);
  restore_->add_option("table", table_, "The table whose past is wanted")
      ->type_name("TABLE")
      ->required();
  restore_->add_option("--to", to_, "The name of the new table")->type_name("NAME")->required();
  restore_->add_option("--at", at_, "The moment, in UTC; without it: now")->type_name("TIME");
  restore_->add_flag("--json", prints_json_, "Print the answer as JSON");
  history_ = program.add_subcommand("history", "Show what has happened to one item");
  history_->footer(kHistoryFooter);
  history_target_.add_to(*history_);
  history_->add_option("table", table_, "The table of the item")->type_name("TABLE")->required();
  history_->add_option("key", key_, "The key of the item, as JSON")->type_name("KEY")->required();
  history_->add_option("--limit", limit_, "How many changes at most; 100")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  history_->add_flag("--json", prints_json_, "Print the answer as JSON");
}

Result<RestoreCommand> RecoveryOptions::restore() const {
  RestoreCommand command{.target = TRY(restore_target_.target()),
                         .table = table_,
                         .to = to_,
                         .at = {},
                         .prints_json = prints_json_};
  TRY(check_server(command.target));
  if (!at_.empty()) command.at = TRY(moment_in(at_));
  return command;
}

Result<HistoryCommand> RecoveryOptions::history() const {
  HistoryCommand command{.target = TRY(history_target_.target()),
                         .table = table_,
                         .key = key_,
                         .limit = limit_,
                         .prints_json = prints_json_};
  TRY(check_server(command.target));
  return command;
}

}  // namespace partita::cli
