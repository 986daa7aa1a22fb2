#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/archives.h"
#include "cli/backup.h"
#include "cli/capacity.h"
#include "cli/check.h"
#include "cli/cluster.h"
#include "cli/data_commands.h"
#include "cli/faults.h"
#include "cli/health.h"
#include "cli/jobs.h"
#include "cli/model_commands.h"
#include "cli/recovery.h"
#include "cli/store_care.h"
#include "cli/sync.h"
#include "cli/top.h"
#include "database/store.h"
#include "partita/base/result.h"
#include "store/backups/backup_files.h"
#include "wire/console/console.h"
#include "wire/protocol/credential_file.h"
#include "wire/server/request_log.h"
#include "wire/server/server_options.h"

namespace partita::cli {

struct ServeCommand {
  server::ServerOptions server;
  database::Store store;
  // The directory with backups of tables; not given: in that of the data.
  std::optional<std::filesystem::path> backups;
  // The bucket that has them instead.
  std::optional<backups::BackupBucket> backup_bucket;
  // Where the buckets of exports, imports and backups are; empty: nowhere.
  std::string s3;
  // Where the access keys are; the environment may have one more.
  std::optional<protocol::CredentialFile> credentials;
  // Where the token is with which metrics can be read without an access key; empty: nowhere.
  std::filesystem::path metrics_token;
  // How long tables stay in CREATING, UPDATING and DELETING.
  std::chrono::milliseconds state_delay{0};
  // How often expired items are looked for.
  std::chrono::milliseconds ttl_interval{1000};
  // Tables give no more than they are provisioned with.
  bool throttles = false;
  // Requests that are answered wrongly on purpose.
  FaultsStartup faults;
  // The system's date is right, however far it is from the last one that the data have seen.
  bool accepts_clock = false;
  // Ends when the process that started it does.
  bool stops_with_parent = false;
  // Models to be put in force before the first request.
  ModelStartup models;
  // How each request is logged, if at all.
  std::optional<server::LogFormat> log;
  // What to tell before anything else.
  std::vector<std::string> warnings;
  // Names that the Host header may have besides those of this machine, in lower case.
  std::vector<std::string> allowed_hosts;
  std::vector<std::string> sync_hosts;  // That models may tell of changes.
  // The pages at /console/.
  console::ConsoleSettings console;
};

struct KeyNewCommand {
  std::filesystem::path file;
};

struct KeyRotateCommand {
  database::RocksdbStore store;
  std::optional<database::MasterKeySource> replacement;
};

struct KeysCreateCommand {
  protocol::CredentialFile file;
  std::string name;
  std::string role;  // Empty: none.
  bool prints_json = false;
};

struct KeysListCommand {
  std::filesystem::path file;
  bool prints_json = false;
};

struct KeysDeleteCommand {
  std::filesystem::path file;
  std::string access_key_id;
  bool prints_json = false;
};

// Only text to show: help, the version, or what is wrong with the command line.
struct ShowCommand {
  std::string text;
  bool is_mistake = false;
};

using Command =
    std::variant<ServeCommand, KeyNewCommand, KeyRotateCommand, KeysCreateCommand, KeysListCommand,
                 KeysDeleteCommand, CheckCommand, HealthCommand, JobsCommand, ClusterCommand,
                 StoreCommand, SyncCommand, TopCommand, CapacityCommand, FaultsCommand,
                 ArchiveCommand, RestoreCommand, HistoryCommand, UndoCommand, BackupCreateCommand,
                 BackupListCommand, BackupVerifyCommand, BackupRestoreCommand, ModelCommand,
                 DataCommand, ShowCommand>;

// What the arguments of the program ask for; the first one is the program's name.
Command parse_command_line(int count, const char* const* arguments);

}  // namespace partita::cli
