#include "cli/sync_options.h"

namespace partita::cli {
namespace {

constexpr const char* kSyncFooter = R"(
Examples:
  partita sync status                        show pending events and failures
  partita sync retry album_workflow/task_done
  partita sync skip album_workflow/task_done --event 1f0c6a7e2b9d4c53-00000000000000001042
  partita sync replay album_workflow/task_done --from 2026-11-18T20:00:00Z
  partita sync pause album_workflow/task_done

If its target refuses an event, later events of the same item wait, but not those of other items.
The event is retried automatically, with growing pauses. After too many refusals it becomes a dead
letter, which waits for `retry` or `skip`.)";

constexpr std::array kPurposes{"Show pending events and failures",
                               "Send refused events again now",
                               "Skip dead letters, so that later events are sent",
                               "Send all events again since a moment",
                               "Send nothing until the sync is resumed; no event is lost meanwhile",
                               "Continue now, even after failures of the target"};

}  // namespace

void SyncOptions::add_to(CLI::App& program) {
  sync_ = program.add_subcommand("sync", "Syncs, which send changes to other servers");
  sync_->footer(kSyncFooter);
  sync_->require_subcommand(1);
  for (std::size_t i = 0; i < actions_.size(); ++i) add_action(actions_[i], kPurposes[i]);
}

void SyncOptions::add_action(Action& action, const char* purpose) {
  action.app = sync_->add_subcommand(std::string(action.name), purpose);
  action.target.add_server_to(*action.app);
  auto* name = action.app->add_option("sync", chosen_.sync, "The sync, as MODEL/NAME");
  name->type_name("SYNC");
  if (action.name != "status") name->required();
  if (action.name == "retry" || action.name == "skip") {
    action.app->add_option("--event", chosen_.event, "Only the event with this id")
        ->type_name("ID");
  }
  if (action.name == "skip") {
    action.app->add_flag("--all", chosen_.skips_all, "All dead letters of the sync");
  }
  if (action.name == "replay") {
    action.app
        ->add_option("--from", chosen_.from, "The moment (RFC 3339); default: all stored events")
        ->type_name("TIME");
  }
  action.app->add_flag("--json", chosen_.prints_json, "Print the answer as JSON");
}

Result<SyncCommand> SyncOptions::command() const {
  SyncCommand command = chosen_;
  for (const Action& action : actions_) {
    if (!action.app->parsed()) continue;
    command.target = TRY(action.target.target());
    if (action.name != "status") command.action = action.name;
  }
  if (command.action == "skip" && command.skips_all != command.event.empty()) {
    return Error::invalid_argument("skip gives up --event ID, or --all dead letters");
  }
  return command;
}

}  // namespace partita::cli
