#pragma once

#include <vector>

#include "engine/engine.h"
#include "modelled/enforcement/model_rules.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/keys/key_space.h"

// Unused rows of rollups, searches and unique constraints, from removed models and former
// definitions. A later definition could mistake them for its own rows, so they are erased before
// that can happen.
namespace partita::enforcement {

// Of one table, whose rules are these now; null: it has none.
// REQUIRES: no writer has other rules of the table any more.   ERRORS: those of the engine.
Task<Status> erase_leftovers(engine::Engine& engine, keys::TableId table, const ModelRules* rules);

// Marks a table before its rules change, because the change will leave unused rows: if the program
// ends in between, the next start erases them. Rows are only ever erased in marked tables.
// ERRORS: those of the engine.
Task<Status> mark_leftovers(engine::Engine& engine, keys::TableId table);
// As erase_leftovers; then the mark goes.
Task<Status> clear_leftovers(engine::Engine& engine, keys::TableId table, const ModelRules* rules);
// For a table that is gone itself, with all of its rows.
Task<Status> forget_leftovers(engine::Engine& engine, keys::TableId table);
// The tables that are marked.
Task<Result<std::vector<keys::TableId>>> marked_tables(const engine::View& view);

}  // namespace partita::enforcement
