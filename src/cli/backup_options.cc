#include "cli/backup_options.h"

#include "cli/footers.h"

namespace partita::cli {

void BackupOptions::add_to(CLI::App& program) {
  auto* backup = program.add_subcommand("backup", "Back up a whole server while it runs");
  backup->require_subcommand(1);
  backup->footer(kBackupFooter);
  create_ = backup->add_subcommand("create", "Make a backup of a running server");
  create_->footer(kBackupCreateFooter);
  target_.add_to(*create_);
  create_
      ->add_option("--keep", keep_,
                   "Afterwards remove all but the newest N backups; default: keep all")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000));
  list_ = backup->add_subcommand("list", "Show the backups of a directory");
  list_->footer(kBackupListFooter);
  verify_ = backup->add_subcommand("verify", "Verify all backups of a directory");
  verify_->footer(kBackupVerifyFooter);
  restore_ = backup->add_subcommand("restore", "Restore a backup to a new data directory");
  restore_->footer(kBackupRestoreFooter);
  restore_->add_option("--data", data_, "The new data directory")->type_name("DIR")->required();
  restore_->add_option("--backup", name_, "The backup (partita backup list); default: the newest")
      ->type_name("NAME");
  for (auto* command : {create_, list_, verify_, restore_}) {
    command->add_option("DIR", directory_, "The directory with the backups")->required();
    command->add_flag("--json", prints_json_, "Print the answer as JSON");
  }
}

Result<BackupCreateCommand> BackupOptions::create() const {
  BackupCreateCommand command{.target = TRY(target_.target()),
                              .directory = directory_,
                              .keep = keep_,
                              .prints_json = prints_json_};
  if (command.target.store) {
    return Error::invalid_argument(
        "a running server is asked: leave --data and --store out; a directory that no server has "
        "open can be "
        "copied as it is");
  }
  return command;
}

}  // namespace partita::cli
