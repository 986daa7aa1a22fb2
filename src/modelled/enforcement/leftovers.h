#pragma once

#include <vector>

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

// Notes, before the rules of a table change, that it will have leftovers: so they are erased by
// somebody, even if the program ends in between. Nobody erases anything of a table that is not
// marked.   ERRORS: those of the engine.
Task<Status> mark_leftovers(engine::Engine& engine, keys::TableId table);
// As erase_leftovers; then the mark goes.
Task<Status> clear_leftovers(engine::Engine& engine, keys::TableId table, const ModelRules* rules);
// For a table that is gone itself, with all of its rows.
Task<Status> forget_leftovers(engine::Engine& engine, keys::TableId table);
// The tables that are marked.
Task<Result<std::vector<keys::TableId>>> marked_tables(const engine::View& view);

}  // namespace partita::enforcement
