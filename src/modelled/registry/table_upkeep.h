#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "enforcement/model_rules.h"
#include "enforcement/unique_builder.h"
#include "models/due_steps.h"
#include "operations/context.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "rollups/materializer.h"
#include "rollups/rollup_builder.h"

namespace partita::models {

// What one table with rules needs done behind its writes: rollups and claims of older items built,
// materialised items brought up to date, old buckets swept, steps of lifecycles made that are due.
// THREADS: one thread at a time, and one of them for a table, beside any number of writers.
class TableUpkeep {
 public:
  // REQUIRES: the context outlives this; the table has rules.
  TableUpkeep(operations::Context& context, catalog::TablePointer table);
  TableUpkeep(const TableUpkeep&) = delete;
  TableUpkeep& operator=(const TableUpkeep&) = delete;

  // Does a little of all that is due now. True: more of it can be done at once.
  // ERRORS: those of the engine, Corrupt: what was done before stays done.
  Task<Result<bool>> work_some();
  // Does all of it, also what is due only later in the hour.
  Task<Status> finish();

  const enforcement::ModelRules& rules() const { return rules_; }
  const std::vector<OverdueItems>& overdue() const { return due_steps_.overdue(); }
  // What those who run the server should know; each sentence once.
  std::vector<std::string> take_news() { return due_steps_.take_news(); }
  // What the rules have refused the server itself since the last call; empty: nothing.
  std::string take_refusal() { return std::exchange(refusal_, {}); }

 private:
  Task<Result<bool>> build_rollups();
  Task<Result<bool>> build_claims();
  Task<Result<bool>> materialize();
  Task<Status> sweep_rollups();
  Task<Result<bool>> make_steps();
  Task<Status> write(const rollups::MaterializedItem& item);
  bool may_materialize() const;
  bool makes_steps() const;
  std::chrono::milliseconds pause_in_walk() const;

  operations::Context& context_;
  const catalog::TablePointer table_;
  const enforcement::ModelRules& rules_;
  enforcement::UniqueBuilder claims_;
  std::optional<rollups::RollupBuilder> builder_;      // If the table has rollups.
  std::optional<rollups::Materializer> materializer_;  // If some are materialised.
  DueSteps due_steps_;
  bool is_claimed_ = false;
  bool has_looked_again_ = false;
  std::uint64_t releases_seen_ = 0;
  MonotonicTime claims_again_{};  // Broken constraints are looked at again from then on.
  MonotonicTime marks_until_{};   // Until then a write may still have left a mark.
  MonotonicTime sweep_at_{};
  MonotonicTime steps_at_{};
  std::string refusal_;
};

}  // namespace partita::models
