#include "cli/faults_options.h"

#include "cli/footers.h"

namespace partita::cli {

void FaultsOptions::add_shared(CLI::App& command, TargetOptions& target) {
  target.add_server_to(command);
  command.add_flag("--json", prints_json_, "Print the answer as JSON");
  command.footer(kFaultsFooter);
}

void FaultsOptions::add_to(CLI::App& program) {
  faults_ = program.add_subcommand("faults",
                                   "Inject faults into requests, to test how programs handle them");
  faults_->require_subcommand(1);
  faults_->footer(kFaultsFooter);
  set_ = faults_->add_subcommand("set", "Replace all rules by those of a file");
  set_->add_option("FILE", file_, "Rules, as YAML or JSON (docs/FAULTS.md)")->required();
  add_shared(*set_, set_target_);
  show_ = faults_->add_subcommand("show", "Show the rules, and how often they were applied");
  add_shared(*show_, show_target_);
  clear_ = faults_->add_subcommand("clear", "Remove all rules");
  add_shared(*clear_, clear_target_);
}

void FaultsOptions::add_to_serve(CLI::App& serve) {
  serve
      .add_option("--faults", serve_file_,
                  "Inject faults into requests by the rules of this file, to test how programs "
                  "handle them: partita faults --help")
      ->type_name("FILE");
  serve.add_flag("--allow-faults", are_allowed_,
                 "Allow requests to set such rules: partita faults set, PUT /api/faults");
}

FaultsStartup FaultsOptions::startup() const {
  return {.are_allowed = are_allowed_ || !serve_file_.empty(), .file = serve_file_};
}

Result<FaultsCommand> FaultsOptions::command() const {
  using Action = FaultsCommand::Action;
  FaultsCommand command{.target = {}, .file = file_, .prints_json = prints_json_};
  if (set_->parsed()) {
    command.action = Action::Set;
    command.target = TRY(set_target_.target());
  } else if (clear_->parsed()) {
    command.action = Action::Clear;
    command.target = TRY(clear_target_.target());
  } else {
    command.target = TRY(show_target_.target());
  }
  return command;
}

}  // namespace partita::cli
