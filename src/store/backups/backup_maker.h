#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/backups/backup_content.h"
#include "store/backups/backup_files.h"
#include "store/backups/backup_record.h"
#include "store/jobs/job.h"

namespace partita::backups {

// What a backup is made with. All of it outlives those who work with it.
struct BackupTools {
  engine::Engine& engine;
  BackupFiles& files;
  const Clock& clock;
  Random& random;
};

// Copies the items of a table, as they are at one moment, into the files of a backup, a block at a
// time. What a crash has cut off is begun again, with another moment: until the manifest is there,
// nothing of it counts.
// THREADS: one thread at a time.
class BackupMaker {
 public:
  // `moment` has been read from already; null: it is that of the first step.
  BackupMaker(BackupTools tools, BackupRecord record, std::unique_ptr<engine::View> moment,
              std::int64_t moment_time)
      : tools_(tools),
        record_(std::move(record)),
        moment_(std::move(moment)),
        moment_time_(moment_time) {}

  struct Step {
    std::size_t items = 0;
    bool is_done = false;  // The backup is there, or nobody wants it any more.
  };
  // ERRORS: those of the engine and of the files; the next step tries the same again.
  Task<Result<Step>> step();

  jobs::Progress progress() const;

 private:
  // False if there is nothing to be made.
  Task<Result<bool>> begin();
  Task<Status> forget();
  Task<Result<bool>> read_block(BlockBuilder& block, Bytes& last_key, std::int64_t& bytes) const;
  Task<Result<Step>> finish();

  const BackupTools tools_;
  BackupRecord record_;
  std::unique_ptr<engine::View> moment_;
  std::int64_t moment_time_;
  bool has_begun_ = false;
  bool has_all_ = false;
  BackupSeal seal_;
  Bytes last_key_;  // Of the last item that is in a block.
  std::vector<BlockEntry> blocks_;
  std::int64_t items_ = 0;
  std::int64_t size_bytes_ = 0;
};

}  // namespace partita::backups
