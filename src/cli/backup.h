#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "cli/exit_code.h"
#include "cli/model_commands.h"

// Backups of a whole server: plain directories with all files of its store.
namespace partita::cli {

struct BackupCreateCommand {
  ModelTarget target;
  std::filesystem::path directory;
  std::size_t keep = 0;  // 0: all.
  bool prints_json = false;
};

struct BackupListCommand {
  std::filesystem::path directory;
  bool prints_json = false;
};

struct BackupVerifyCommand {
  std::filesystem::path directory;
  bool prints_json = false;
};

struct BackupRestoreCommand {
  std::filesystem::path directory;
  std::string name;  // Empty: the newest.
  std::filesystem::path target;
  bool prints_json = false;
};

ExitCode create_backup(const BackupCreateCommand& command);
ExitCode list_backups(const BackupListCommand& command);
ExitCode verify_backups(const BackupVerifyCommand& command);
ExitCode restore_backup(const BackupRestoreCommand& command);

}  // namespace partita::cli
