#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dynamodb/operations/context.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/enforcement/unique_builder.h"
#include "modelled/registry/due_steps.h"
#include "modelled/registry/migration_walk.h"
#include "modelled/rollups/materializer.h"
#include "modelled/rollups/rollup_builder.h"
#include "modelled/search/search_builder.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/jobs/job.h"

namespace partita::registry {

// What a table with rules may need done, each a job of its own.
enum class UpkeepPart {
  Rollups,
  Searches,
  UniqueValues,
  MaterializedItems,
  RollupBuckets,
  DueSteps,
  Migrations
};
inline constexpr std::array kUpkeepParts{UpkeepPart::Rollups,       UpkeepPart::Searches,
                                         UpkeepPart::UniqueValues,  UpkeepPart::MaterializedItems,
                                         UpkeepPart::RollupBuckets, UpkeepPart::DueSteps,
                                         UpkeepPart::Migrations};
struct UpkeepPartWords {
  std::string_view name;     // "rollups": the job is rollups/TABLE.
  std::string_view purpose;  // "counts the older items for rollups": "of table T" follows.
};
UpkeepPartWords words_of(UpkeepPart part);

// What one table with rules needs done behind its writes: rollups, searches and claims of older
// items built, materialised items brought up to date, old buckets swept, steps of lifecycles made
// that are due, items migrated.
// THREADS: one thread at a time, and one of them for a table, beside any number of writers.
class TableUpkeep {
 public:
  // `wake` is called, on any thread, when items are to be materialised although that was not due.
  // REQUIRES: the context outlives this; the table has rules.
  TableUpkeep(operations::Context& context, catalog::TablePointer table,
              std::function<void()> wake);
  TableUpkeep(const TableUpkeep&) = delete;
  TableUpkeep& operator=(const TableUpkeep&) = delete;

  // Whether there is such work under these rules, now or later.
  bool has(UpkeepPart part) const;
  // Does a little of it, if it is due.
  // ERRORS: those of the engine, Corrupt: what was done before stays done.
  Task<Result<jobs::Turn>> work(UpkeepPart part);
  // Does all of it, also what is due only later in the hour.
  // ERRORS: as work.
  Task<Status> finish();

  const enforcement::ModelRules& rules() const { return rules_; }
  const std::vector<OverdueItems>& overdue() const { return due_steps_.overdue(); }
  // What those who run the server should know; each sentence once.
  std::vector<std::string> take_news() { return due_steps_.take_news(); }

 private:
  Task<Result<jobs::Turn>> do_part(UpkeepPart part);
  Task<Result<jobs::Turn>> build_rollups();
  Task<Result<jobs::Turn>> build_searches();
  Task<Result<jobs::Turn>> build_claims();
  Task<Result<jobs::Turn>> materialize();
  Task<Result<jobs::Turn>> sweep_rollups();
  Task<Result<jobs::Turn>> make_steps();
  Task<Result<jobs::Turn>> migrate();
  Task<Status> write(const rollups::MaterializedItem& item);
  bool may_materialize() const;
  bool makes_steps() const;
  std::uint64_t items_of_table() const;
  std::chrono::milliseconds pause_in_walk() const;

  operations::Context& context_;
  const catalog::TablePointer table_;
  const enforcement::ModelRules& rules_;
  const std::function<void()> wake_;
  enforcement::UniqueBuilder claims_;
  std::optional<rollups::RollupBuilder> builder_;      // If the table has rollups.
  std::optional<search::SearchBuilder> indexer_;       // If the table has searches.
  std::optional<rollups::Materializer> materializer_;  // If some are materialised.
  DueSteps due_steps_;
  std::vector<std::unique_ptr<MigrationWalk>> migrations_;  // Whose walks are not over.
  bool is_claimed_ = false;
  bool has_looked_again_ = false;
  std::uint64_t releases_seen_ = 0;
  MonotonicTime claims_again_{};  // Broken constraints are looked at again from then on.
  MonotonicTime marks_until_{};   // Until then a write may still have left a mark.
  MonotonicTime sweep_at_{};
  std::string refusal_;  // What the rules have refused the server itself in this turn.
};

}  // namespace partita::registry
