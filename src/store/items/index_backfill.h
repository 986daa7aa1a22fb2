#pragma once

#include <cstdint>
#include <string>

#include "engine/engine.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/jobs/walk.h"
#include "store/keys/key_space.h"

// Filling an index that was added to a table with items. Writers keep the new index from the moment
// it is Creating; the backfill adds the entries of the items that were there already: a walk over
// them (jobs::Walk), beside writers and readers.
namespace partita::items {

// THREADS: one thread at a time.
class IndexBackfill {
 public:
  // REQUIRES: engine and catalog outlive this.
  IndexBackfill(engine::Engine& engine, catalog::Catalog& catalog, keys::TableId table,
                std::string table_name, keys::IndexId index);

  struct Step {
    bool is_done = false;
    std::uint64_t items = 0;  // That were looked at.
  };
  // Adds the entries of the next items to an index that is Creating, at most a hundred and about a
  // megabyte; with the last of them it makes the index Active. Items whose attributes do not fit
  // the index key are not in it, as at AWS. The index's counts come close, no more: a writer cannot
  // know whether the entry that it replaces was there already. Done also if the table or the index
  // does not want it any more. ERRORS: Corrupt if an item cannot be read; those of Walk::step and
  // of the engine.
  Task<Result<Step>> step();

  jobs::Progress progress() const;

 private:
  Task<Result<Step>> fill(const catalog::TablePointer& table);
  Task<Status> activate();

  engine::Engine& engine_;
  catalog::Catalog& catalog_;
  const keys::TableId table_;
  const std::string table_name_;
  const keys::IndexId index_;
  jobs::Walk walk_;
};

// Forgets how far the backfills of a table, or one of them, have come.
Task<Status> forget_backfills(engine::Engine& engine, keys::TableId table);
Task<Status> forget_backfill(engine::Engine& engine, keys::TableId table, keys::IndexId index);

}  // namespace partita::items
