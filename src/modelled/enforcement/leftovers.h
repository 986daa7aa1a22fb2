#pragma once

#include <span>

#include "engine/engine.h"
#include "modelled/enforcement/model_rules.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/keys/key_space.h"

// Rows of rollups and unique constraints that nobody keeps any more: of models that are gone, of
// definitions that have changed. They must not be found again by somebody who takes them for his
// own, so they are erased before that can happen.
namespace partita::enforcement {

// Of one table, whose rules are these now; null: it has none.
// REQUIRES: no writer has other rules of the table any more.   ERRORS: those of the engine.
Task<Status> erase_leftovers(engine::Engine& engine, keys::TableId table, const ModelRules* rules);

// Of all tables. REQUIRES: nobody writes yet; these are all rules there are.
Task<Status> erase_leftovers(engine::Engine& engine, std::span<const ModelRules* const> rules);

}  // namespace partita::enforcement
