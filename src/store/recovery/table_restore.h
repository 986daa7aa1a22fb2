#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/history/past_items.h"
#include "store/jobs/job.h"

namespace partita::recovery {

// Fills a table that is Creating with what another one had at a moment of its past, and makes it
// Active when all of it is there. Each stretch of items is one transaction that also stores how far
// it is: a restart goes on there, and no item is written twice. Index entries, sizes and counts are
// made anew.
// THREADS: one thread at a time.
class TableRestore {
 public:
  // REQUIRES: engine and catalog outlive this.
  TableRestore(engine::Engine& engine, catalog::Catalog& catalog, keys::TableId table,
               std::string table_name)
      : engine_(engine), catalog_(catalog), table_(table), table_name_(std::move(table_name)) {}

  struct Step {
    std::size_t items = 0;
    bool is_done = false;  // The table is Active, or gone.
  };
  // Goes on with the next stretch.
  // ERRORS: Corrupt if the past is damaged; those of the engine.
  Task<Result<Step>> step();

  jobs::Progress progress() const;

 private:
  Task<Status> write(const catalog::TablePointer& target, const history::PastStretch& stretch,
                     const std::optional<Bytes>& position);
  Task<Result<Step>> finish(const catalog::Table& target);

  engine::Engine& engine_;
  catalog::Catalog& catalog_;
  const keys::TableId table_;
  const std::string table_name_;
  history::PastLimits limits_;  // Smaller once a stretch was too large for the engine.
  std::uint64_t passed_ = 0;
};

// Forgets how far the restore of a table was that goes.
Task<Status> forget_restore(engine::Engine& engine, keys::TableId table);

}  // namespace partita::recovery
