#pragma once

#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"

// What is left to do after a table or an index was told to come or to go. All of it may be done
// again, by several at once, and after a restart: the table's stored state says how far it is.
// ERRORS: those of the engine, all of them; the state is then as it was.
namespace partita::lifecycle {

// Whether the time has come for the table to leave its present state.
bool is_due(const Clock& clock, const catalog::Table& table);

// A table that is Creating or Updating, and due, becomes Active, but for one that is restored.
Task<Status> finish_waiting(catalog::Catalog& catalog, const catalog::Table& table);

// Erases all items, indexes and history of a table that is Deleting, and forgets it. Does nothing
// while another table is restored from it.
Task<Status> finish_deletion(engine::Engine& engine, catalog::Catalog& catalog,
                             const catalog::Table& table);

// Erases all entries of an index that is Deleting, and takes it out of the table.
Task<Status> finish_index_deletion(engine::Engine& engine, catalog::Catalog& catalog,
                                   const catalog::Table& table, keys::IndexId index);

}  // namespace partita::lifecycle
