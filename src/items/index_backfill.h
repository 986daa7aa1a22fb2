#pragma once

#include "catalog/catalog.h"
#include "engine/engine.h"
#include "keys/key_space.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

// Filling an index that was added to a table with items. Writers keep the new index from the moment
// it is Creating; the backfill adds the entries of the items that were there already. It goes in
// small transactions, each with the place that it has reached, so that it goes on from there after
// a restart. Writers and readers go on meanwhile.
namespace partita::items {

enum class Backfill { Continues, Done };

// Adds the entries of the next items to an index that is Creating, at most a hundred and about a
// megabyte; at the end it makes the index Active. Items whose attributes do not fit the index key
// are not in it, as at AWS. The index's counts come close, no more: a writer cannot know whether
// the entry that it replaces was there already.
// Done also if the table or the index does not want it any more.
// ERRORS: Corrupt if an item cannot be read; those of the engine.
Task<Result<Backfill>> backfill_index(engine::Engine& engine, catalog::Catalog& catalog,
                                      const catalog::TablePointer& table, keys::IndexId index);

// Forgets how far the backfills of a table, or one of them, have come.
Task<Status> forget_backfills(engine::Engine& engine, keys::TableId table);
Task<Status> forget_backfill(engine::Engine& engine, keys::TableId table, keys::IndexId index);

}  // namespace partita::items
