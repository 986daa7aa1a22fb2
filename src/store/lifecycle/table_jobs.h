#pragma once

#include <string_view>

#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/backups/backups.h"
#include "store/catalog/catalog.h"
#include "store/jobs/jobs.h"

namespace partita::lifecycle {

// The job that looks for work at tables. The others, named after what they work on, are:
// backfill/TABLE/INDEX, index-removal/TABLE/INDEX, restore/TABLE, deletion/TABLE.
inline constexpr std::string_view kTablesJob = "tables";
// The topic of jobs that look at all tables: signalled whenever one has changed.
inline constexpr std::string_view kTablesTopic = "tables";

// The jobs behind operations on tables: tables and indexes that are on their way in or out, items
// that a new index has to take in, and counts that are to be saved, or made anew after a crash.
// What a stopped program left undone is taken up when the next one starts.
class TableJobs {
 public:
  // `backups` may be null: then no table is restored from one.
  // REQUIRES: all of it outlives this; nobody else listens to the catalog.
  TableJobs(engine::Engine& engine, catalog::Catalog& catalog, jobs::Jobs& jobs,
            const backups::Backups* backups = nullptr);
  // Closes the counts. REQUIRES: the jobs are stopped, and nobody writes any more.
  ~TableJobs();
  TableJobs(const TableJobs&) = delete;
  TableJobs& operator=(const TableJobs&) = delete;

  // Adds the first jobs, which look for work now, and whenever a table has changed.
  // REQUIRES: the jobs run only when the rules of all tables are in force, because new entries of
  // indexes go by them.
  void add();

 private:
  Task<Result<jobs::Turn>> look_for_work();
  // True if the table waits for its time or has to be looked at again.
  Task<Result<bool>> look_at(const catalog::TablePointer& table);
  void work_on_indexes(const catalog::Table& table);
  void add_backfill(const catalog::Table& table, const catalog::Index& index);
  void add_restore(const catalog::Table& table);
  void add_index_removal(const catalog::Table& table, const catalog::Index& index);
  void add_deletion(const catalog::Table& table);
  Task<Result<jobs::Turn>> keep_counts();
  Task<Result<jobs::Turn>> follow();

  engine::Engine& engine_;
  catalog::Catalog& catalog_;
  jobs::Jobs& jobs_;
  const backups::Backups* const backups_;
  MonotonicTime counts_saved_{};  // Of the job that keeps them.
};

}  // namespace partita::lifecycle
