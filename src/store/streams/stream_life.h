#pragma once

#include "engine/engine.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"

namespace partita::streams {

// Begins and ends streams as the settings of their tables say, in the transaction that changes the
// table: hand it to the catalog (CatalogOptions::settle).
//
// Settings that are enabled and have no id, or another one than the table had, begin a stream: its
// id and label are filled in. A stream ends when its settings are disabled, or others, or when its
// table is Deleting or gone. The first and the last entry of a log say so, so no change can be
// recorded before or after: a write that was decided by the old settings conflicts with the new
// epoch of its table.
Task<Status> settle_stream(engine::Transaction& transaction, catalog::TableChange change);

}  // namespace partita::streams
