#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "model/definition/model.h"
#include "modelled/rollups/rollup_program.h"
#include "modelled/syncs/sync_plan.h"
#include "partita/base/result.h"
#include "store/keys/key_space.h"

namespace partita::syncs {

// Keeps the logs of the syncs of one table: a change that is to be told elsewhere is appended to
// the log of its sync in the transaction of the change itself, so there is no moment at which one
// is missing or told twice. Nothing is read, and writers never meet: an append conflicts with
// nobody. What a sync does not want costs its condition and no row.
//
// Each sync has a log of its own, and not a label over one log of the table, because `when` is
// judged where both images are at hand, so that most changes of most syncs need no entry at all.
// THREADS: safe for concurrent calls.
class SyncProgram {
 public:
  static constexpr std::size_t kSyncsMax = 16;

  // Of the syncs that are live, served, of this table and not without a url.
  // REQUIRES: as RollupProgram::compile.   ERRORS: InvalidArgument if there are too many.
  static Result<std::unique_ptr<SyncProgram>> compile(const model::Model& model,
                                                      const model::Table& table,
                                                      keys::TableId table_id,
                                                      rollups::EntityOf entity_of);

  std::span<const std::unique_ptr<const SyncPlan>> plans() const { return plans_; }
  // The plan of that sync, or null.
  const SyncPlan* find(std::string_view sync) const;
  keys::TableId table() const { return table_; }

  // Appends what is to be told of the change. Of another entity before or after, an item comes or
  // goes for the syncs of each.
  void buffer(engine::Transaction& transaction, const ToldChange& change) const;

 private:
  SyncProgram(keys::TableId table, rollups::EntityOf entity_of)
      : table_(table), entity_of_(std::move(entity_of)) {}

  keys::TableId table_;
  rollups::EntityOf entity_of_;
  std::vector<std::unique_ptr<const SyncPlan>> plans_;
};

}  // namespace partita::syncs
