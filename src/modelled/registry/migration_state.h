#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "model/definition/migration.h"
#include "partita/base/clock.h"

namespace partita::registry {

// How far one migration of a model is: part of the model's record, so that every server that has
// its rules has it, too.
struct MigrationState {
  model::MigrationStep step = model::MigrationStep::Expand;
  WallTime since{};       // When the step began.
  std::uint64_t run = 0;  // Counts steps, so that what a walk has stored of an earlier one is void.
  bool is_paused = false;
  std::string forced_by;  // Who has gone on although somebody may still use the old form.

  friend bool operator==(const MigrationState&, const MigrationState&) = default;
};

// By the ids of migrations.
using MigrationStates = std::map<std::string, MigrationState, std::less<>>;

// What the model declares, each as far as it is. One that has no state is at its beginning.
std::vector<model::Migration> migrations_at(const model::Model& model,
                                            const MigrationStates& states);

// Those of the model's migrations: kept, or begun now.
MigrationStates states_for(const model::Model& model, const MigrationStates& former, WallTime now);

// What of the model is kept or found by values of the attribute, a phrase each: "rollup by_day".
std::vector<std::string> readers_of(const model::Model& model, const model::Entity& entity,
                                    std::string_view attribute);

// Why a model with these migrations cannot be put in the place of one whose are so far, a sentence
// each. A null `former`: there is none, or it cannot be read.
std::vector<std::string> obstacles_of(const model::Model& wanted, const model::Model* former,
                                      const MigrationStates& states);

}  // namespace partita::registry
