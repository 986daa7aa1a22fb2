#include "cli/recovery_options.h"

#include "cli/footers.h"

namespace partita::cli {
void RecoveryOptions::add_to(CLI::App& program) {
  restore_ = program.add_subcommand("restore", "Restore a table as it was into a new table");
  restore_->footer(kRestoreFooter);
  restore_target_.add_server_to(*restore_);
  restore_->add_option("table", table_, "The table whose past is wanted")
      ->type_name("TABLE")
      ->required();
  restore_->add_option("--to", to_, "The name of the new table")->type_name("NAME")->required();
  restore_->add_option("--at", at_, "The moment, in UTC; default: now")->type_name("TIME");
  restore_->add_flag("--json", prints_json_, "Print the answer as JSON");
  history_ = program.add_subcommand("history", "Show the changes of an item");
  history_->footer(kHistoryFooter);
  history_target_.add_server_to(*history_);
  history_->add_option("table", table_, "The table of the item")->type_name("TABLE")->required();
  history_->add_option("key", key_, "The key of the item, as JSON")->type_name("KEY")->required();
  history_->add_option("--limit", limit_, "The maximum number of changes; default 100")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  history_->add_flag("--json", prints_json_, "Print the answer as JSON");
  add_undo(program);
}

void RecoveryOptions::add_undo(CLI::App& program) {
  undo_ = program.add_subcommand("undo", "Undo changes of items, after a preview");
  undo_->footer(kUndoFooter);
  undo_target_.add_server_to(*undo_);
  undo_->add_option("table", undone_.table, "The table of the items")
      ->type_name("TABLE")
      ->required();
  undo_->add_option("--item", undone_.item, "Only of this item: its key, as JSON")
      ->type_name("KEY");
  undo_->add_option("--request", undone_.request, "Only changes of this request: its id")
      ->type_name("ID");
  undo_
      ->add_option("--access-key", undone_.access_key,
                   "Only changes by this access key; needs --from")
      ->type_name("ID");
  undo_->add_option("--from", undone_.from, "Only changes since this moment, in UTC")
      ->type_name("TIME");
  undo_->add_option("--to", undone_.to, "Only changes up to this moment; default: now")
      ->type_name("TIME");
  undo_->add_option("--limit", undone_.limit, "The maximum number of items; default 10000")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
  undo_->add_flag("--yes", undone_.is_agreed, "Do it without asking");
  undo_->add_flag("--json", undone_.prints_json, "Print the answer as JSON");
}

Result<UndoCommand> RecoveryOptions::undo() const {
  UndoCommand command = undone_;
  command.target = TRY(undo_target_.target());
  if (command.item.empty() && command.request.empty() && command.access_key.empty()) {
    return Error::invalid_argument(
        "which changes? Give --item, --request or --access-key with --from");
  }
  if (!command.from.empty()) command.from = TRY(moment_in(command.from));
  if (!command.to.empty()) command.to = TRY(moment_in(command.to));
  return command;
}

Result<RestoreCommand> RecoveryOptions::restore() const {
  RestoreCommand command{.target = TRY(restore_target_.target()),
                         .table = table_,
                         .to = to_,
                         .at = {},
                         .prints_json = prints_json_};
  if (!at_.empty()) command.at = TRY(moment_in(at_));
  return command;
}

Result<HistoryCommand> RecoveryOptions::history() const {
  HistoryCommand command{.target = TRY(history_target_.target()),
                         .table = table_,
                         .key = key_,
                         .limit = limit_,
                         .prints_json = prints_json_};
  return command;
}

}  // namespace partita::cli
