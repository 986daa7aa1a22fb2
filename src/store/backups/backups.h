#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/base/mutex.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/backups/backup_files.h"
#include "store/backups/backup_maker.h"
#include "store/backups/backup_reader.h"
#include "store/backups/backup_record.h"
#include "store/backups/backup_rows.h"
#include "store/catalog/catalog.h"
#include "store/jobs/jobs.h"
#include "store/keys/growing_time.h"
#include "store/places/call_threads.h"

namespace partita::backups {

// How many may be made at once.
inline constexpr std::size_t kBackupsUnderWayMax = 500;

struct Backup {
  BackupRecord record;
  bool is_there = false;  // Else it is being made.
};

// A table of which a backup is made every so often; each is kept for so long.
struct BackupRule {
  std::string table;
  std::chrono::milliseconds every;
  std::chrono::milliseconds keep;
};

struct BackupWish {
  std::string name;
  std::optional<std::int64_t> expiry = {};
  bool is_scheduled = false;
};

enum class Removal { Done, NotFound, BeingMade, BeingRestored };

struct BackupsOptions {
  // The topic of jobs that wait for the end of a backup.
  std::string topic;
  // Null: there are none.
  std::function<std::vector<BackupRule>()> rules = {};
};

// The backups of all tables, and the jobs that make and remove them: backups, backup-rules,
// backup/TABLE/ID, backup-removal/TABLE/ID.
// THREADS: safe for concurrent calls.
class Backups {
 public:
  // REQUIRES: all of it outlives this; the jobs have stopped before this ends.
  Backups(BackupTools tools, catalog::Catalog& catalog, jobs::Jobs& jobs, BackupsOptions options)
      : tools_(tools), catalog_(catalog), jobs_(jobs), options_(std::move(options)) {}
  Backups(const Backups&) = delete;
  Backups& operator=(const Backups&) = delete;

  // Adds the jobs, also those of what a stopped program left undone.
  // ERRORS: Corrupt; those of the engine.
  Task<Status> add_jobs();
  // A table has been deleted: it may leave a backup, which is to be made.
  void look() { jobs_.wake("backups"); }

  // What is in the table at this moment will be in the backup: all that was acknowledged before the
  // call. If the program crashes before it is made, it is made of a later moment.
  // ERRORS: NotFound if the table goes away meanwhile; TooLarge if too many are being made; those
  // of the engine.
  Task<Result<BackupRecord>> create(const catalog::TablePointer& table, BackupWish wish);
  // Nullopt if there is none.
  // ERRORS: Corrupt if it cannot be read; those of the engine and of the files.
  Task<Result<std::optional<Backup>>> find(const BackupId& id) const;
  // Those of a table's name (empty: of all), in the order of their making, also those that are
  // being made.
  Task<Result<std::vector<BackupId>>> list(std::string_view table) const;
  // From then on it is not there; its files are removed by a job.
  Task<Result<Removal>> remove(const BackupId& id);
  // The table that is being restored from it, or empty.
  std::string restored_to(const BackupId& id) const;

  std::unique_ptr<BackupReader> reader(const BackupId& id) const;
  // Whether they are at another machine, so that who reads them may wait for long.
  bool are_far() const { return tools_.files.is_far(); }

 private:
  struct Known {
    bool is_scheduled = false;
    std::optional<std::int64_t> expiry;
  };
  using KnownBackups = std::map<BackupId, Known>;

  Task<Status> look_for_work();
  Task<Result<jobs::Turn>> look_again();
  Task<Result<jobs::Turn>> keep_rules();
  Task<Status> make_scheduled(const BackupRule& rule, std::int64_t now);
  Task<Status> remove_expired(const std::vector<BackupRule>& rules, std::int64_t now);
  // Reads of which backups that are there it is not known yet whether and when they go.
  Task<Status> learn();
  void add_maker(BackupRecord record, std::unique_ptr<engine::View> moment, std::int64_t time);
  void add_removal(const BackupId& id);
  Task<Status> write_row(const catalog::TablePointer& table, const BackupRow& row);
  // What read_manifest tells, read beside the calling thread.
  Task<Result<OpenedManifest>> open_manifest(const BackupId& id) const;

  const BackupTools tools_;
  catalog::Catalog& catalog_;
  keys::GrowingTime times_;  // Of names.
  jobs::Jobs& jobs_;
  const BackupsOptions options_;
  KnownBackups known_;  // Of the job that keeps the rules.
  mutable Mutex mutex_;
  // Whose jobs are about to be added by those who asked for them.
  std::set<BackupId> asked_for_ PARTITA_GUARDED_BY(mutex_);
  mutable places::CallThreads calls_;  // For those who may not wait for files.
};

}  // namespace partita::backups
