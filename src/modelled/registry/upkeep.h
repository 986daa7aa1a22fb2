#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dynamodb/operations/context.h"
#include "modelled/registry/overdue_items.h"
#include "modelled/registry/table_upkeep.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/jobs/jobs.h"

namespace partita::registry {

// The lane of all background jobs of models. Whoever changes models holds its lease.
inline constexpr std::string_view kUpkeepLane = "models";

struct UpkeepOptions {
  // Called with a line for the operator about items whose lease has just run out, on the threads of
  // jobs.
  std::function<void(std::string_view)> report;
};

// The background jobs of models: those of each table with rules (TableUpkeep), and the job
// `models`, which decides which of them are needed. All are in one lane.
// THREADS: safe for concurrent calls.
class Upkeep {
 public:
  // REQUIRES: both outlive this; the jobs have stopped before this ends.
  Upkeep(operations::Context& context, jobs::Jobs& jobs, UpkeepOptions options);
  Upkeep(const Upkeep&) = delete;
  Upkeep& operator=(const Upkeep&) = delete;

  // Adds the job `models`, which adds the others. Each of its turns first calls `settle`, which
  // updates the rules of tables.
  void add(std::function<Task<Status>()> settle);

  // No job of models runs while the returned object lives, because no job may use the former rules
  // of a table while they are being changed.
  Task<jobs::Jobs::Hold> hold();

  // Does all due work on the calling thread. ERRORS: as TableUpkeep::finish.
  Task<Status> finish();

  // As DueSteps::overdue, of all tables that have been walked over.
  std::vector<OverdueItems> overdue() const;

 private:
  // Adds the jobs of tables that have rules, and forgets tables that have none any more.
  Task<Result<jobs::Turn>> look_for_work();
  void add_job(const catalog::Table& table, UpkeepPart part);
  Task<Result<jobs::Turn>> work(const std::string& table, keys::TableId id, UpkeepPart part);
  TableUpkeep& kept_of(const catalog::TablePointer& table);
  void forget_tables();
  void show_overdue();

  operations::Context& context_;
  jobs::Jobs& jobs_;
  const UpkeepOptions options_;
  std::function<Task<Status>()> settle_;
  std::map<keys::TableId, std::unique_ptr<TableUpkeep>> tables_;  // Of who is in the lane.
  mutable Mutex mutex_;
  std::vector<OverdueItems> overdue_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::registry
