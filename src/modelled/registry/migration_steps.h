#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dynamodb/operations/context.h"
#include "modelled/registry/held_model.h"
#include "modelled/registry/migration_walk.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::registry {

// What a person can do to a migration.
enum class MigrationMove {
  Advance,   // To the next step.
  Repeat,    // From the verification back to the backfill, because items were mended.
  Pause,     // No walk goes on.
  Resume,    // It does.
  RollBack,  // Back to the old form.
};

// "roll-back", as people write it.
std::string_view name_of(MigrationMove move);
std::optional<MigrationMove> migration_move_named(std::string_view name);

struct MoveOptions {
  // Goes on although somebody may still use the old form: who says so. Empty: nobody.
  std::string forced_by;
};

// When a move is made.
struct MoveTime {
  WallTime now{};
  // Whether the date can be trusted: until it can, no time that a step waits for is over.
  bool is_certain = true;
};
MoveTime move_time(const Clock& clock);

// What a person can ask about a migration.
struct MigrationReport {
  model::Migration migration;
  MigrationState state;
  std::string table;  // As DynamoDB calls it.
  WalkRecord walk;    // Of the step, if it has one.
  std::uint64_t items_of_table = 0;
  std::optional<model::MigrationStep> next;  // Nullopt: it is over.
  std::string waits_for;  // Why it cannot go on to the next step now; empty: it can.
};

// The step behind this one.
std::optional<model::MigrationStep> next_step(const model::Migration& migration);

// How far the migrations of a model are, in the order of its file.
// ERRORS: Corrupt; those of the engine.
Task<Result<std::vector<MigrationReport>>> report_migrations(const operations::Context& context,
                                                             const HeldModel& held);

// The state of the migration after the move.
// ERRORS: InvalidArgument with the reason, if the migration is not as far.
Result<MigrationState> moved(const MigrationReport& report, const model::Model& model,
                             MigrationMove move, const MoveOptions& options, const MoveTime& at);

}  // namespace partita::registry
