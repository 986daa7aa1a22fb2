#pragma once

#include <string>

#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::registry {
class ModelStore;
}  // namespace partita::registry

// The migrations of a model: how far they are, and on from step to step.
namespace partita::rest {

// {"model": .., "migrations": [{"id": .., "entity": .., "step": "backfill", "since": ..,
//  "next": "verify", "waits_for": "..", "walk": {"items": .., "changed": .., "wrong": ..}}]}
// ERRORS: Failure NotFound; Corrupt; those of the engine.
Task<Result<std::string>> migrations_document(const registry::ModelStore& models,
                                              std::string model);

// Moves one of them: `move` (advance, repeat, pause, resume, roll-back) and `forced_by` are the
// query. The answer is that migration.
// ERRORS: Failure NotFound, BadArgument; a problem `migration_waits` with the reason if it is not
// as far, `busy` if a model is being applied; those of the engine.
Task<Result<std::string>> moved_migration(registry::ModelStore& models, std::string model,
                                          std::string id, std::string query);

}  // namespace partita::rest
