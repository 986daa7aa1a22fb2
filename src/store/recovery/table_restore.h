#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/backups/backups.h"
#include "store/catalog/catalog.h"
#include "store/history/past_items.h"
#include "store/jobs/job.h"

namespace partita::recovery {

// Fills a table that is Creating with what another one had at a moment of its past, or with what is
// in a backup, and makes it Active when all of it is there. Each stretch of items is one
// transaction that also stores how far it is: a restart goes on there, and no item is written
// twice. Index entries, sizes and counts are made anew. THREADS: one thread at a time.
class TableRestore {
 public:
  // `backups` may be null if there are none.
  // REQUIRES: all of it outlives this.
  TableRestore(engine::Engine& engine, catalog::Catalog& catalog, const backups::Backups* backups,
               const catalog::Table& table)
      : engine_(engine),
        catalog_(catalog),
        backups_(backups),
        table_(table.id),
        table_name_(table.name) {}

  struct Step {
    std::size_t items = 0;
    bool is_done = false;      // The table is Active, or gone.
    std::string dropped = {};  // What it lacks of its source and no model brings back.
  };
  // Goes on with the next stretch.
  // ERRORS: Corrupt if the past or the backup is damaged; those of the engine.
  Task<Result<Step>> step();

  jobs::Progress progress() const;

 private:
  // The items behind the position.
  Task<Result<history::PastStretch>> read(const catalog::Table& target, ByteView position);
  Task<Status> write(const catalog::TablePointer& target, const history::PastStretch& stretch,
                     const std::optional<Bytes>& position);
  // What was read ahead for the position, or what is read for it now.
  Task<Result<history::PastStretch>> stretch_at(const catalog::Table& target,
                                                const std::optional<Bytes>& position);
  // Writes the stretch, and reads the one behind it while the disk is waited for.
  Task<Status> write_and_read_ahead(const catalog::TablePointer& target,
                                    const history::PastStretch& stretch,
                                    const std::optional<Bytes>& position);
  Task<Status> read_ahead(const catalog::Table& target, Bytes position);
  Task<Result<Step>> finish(const catalog::Table& target);

  engine::Engine& engine_;
  catalog::Catalog& catalog_;
  const backups::Backups* const backups_;
  std::unique_ptr<backups::BackupReader> reader_;  // If the table is restored from a backup.
  const keys::TableId table_;
  const std::string table_name_;
  history::PastLimits limits_;  // Smaller once a stretch was too large for the engine.
  struct Ahead {
    Bytes position;  // Behind which it was read.
    history::PastStretch stretch;
  };
  std::optional<Ahead> ahead_;
  std::uint64_t passed_ = 0;
};

// Forgets how far the restore of a table was that goes.
Task<Status> forget_restore(engine::Engine& engine, keys::TableId table);

}  // namespace partita::recovery
