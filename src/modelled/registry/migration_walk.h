#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "model/definition/migration.h"
#include "modelled/registry/migration_state.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/jobs/walk.h"
#include "store/keys/key_space.h"

namespace partita::operations {
struct Context;
}  // namespace partita::operations

namespace partita::registry {

// How far the walk of a step has come over one table: what the store keeps.
struct WalkRecord {
  static constexpr std::size_t kExamplesMax = 100;

  std::uint64_t run = 0;  // Of the step that it belongs to.
  bool is_done = false;   // All items are passed.
  Bytes last_key = {};
  std::uint64_t items = 0;            // Of the entity, that were passed.
  std::uint64_t changed = 0;          // That were written.
  std::uint64_t wrong = 0;            // For which the step cannot be done.
  std::vector<std::string> examples;  // Keys of those, the first of them.
};

Bytes encode(const WalkRecord& record);
// ERRORS: Corrupt.
Result<WalkRecord> decode_walk_record(ByteView bytes);

// Nothing if the walk of that run has not begun.
// ERRORS: Corrupt; those of the engine.
Task<Result<WalkRecord>> read_walk(const engine::View& view, keys::TableId table,
                                   std::string_view migration, std::uint64_t run);

// Erases what walks have left that none of these migrations of the table made.
Task<Status> forget_walks(engine::Engine& engine, keys::TableId table, const MigrationStates& kept);

// Whether the step has a walk.
constexpr bool has_walk(model::MigrationStep step) {
  using model::MigrationStep;
  return step == MigrationStep::Backfill || step == MigrationStep::Verify ||
         step == MigrationStep::Contract || step == MigrationStep::RollBack;
}

// Brings the items of a table to what the step of a migration asks for: a few at a time in the
// order of their keys. Each stretch is one commit that also stores how far the walk has come, so
// that a restart goes on there. An item is written only as it is in that very commit, so no write
// of a client is lost, and as the server's own: index entries, stream and history follow, stamps
// and revisions do not move, no rule is asked.
// THREADS: one thread at a time, beside any number of writers.
class MigrationWalk {
 public:
  // REQUIRES: the context outlives this; the table has the rules of the migration's model.
  MigrationWalk(operations::Context& context, catalog::TablePointer table,
                model::Migration migration);

  struct Done {
    std::uint64_t items = 0;  // That were looked at.
    bool is_over = false;
  };
  // Deals with the next items, at most `items_max`.
  // ERRORS: as jobs::Walk::step.
  Task<Result<Done>> walk_some(std::size_t items_max);

  const model::Migration& migration() const { return migration_; }
  jobs::Progress progress(std::uint64_t total) const { return walk_.progress(total); }

 private:
  class Passing;

  operations::Context& context_;
  const catalog::TablePointer table_;
  const model::Migration migration_;
  jobs::Walk walk_;
};

}  // namespace partita::registry
