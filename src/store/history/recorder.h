#pragma once

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "store/catalog/table.h"
#include "store/history/entry.h"

namespace partita::history {

// Keeps what an item was before a change, in the change's own transaction, if the table keeps its
// history. All changes of one transaction get one time, which is taken right before the commit
// (engine::LastStep), when the transaction has read all that it reads.
// REQUIRES: the two images differ; `item_key` is the key of the item.
void record_change(engine::Transaction& transaction, const catalog::Table& table, ByteView item_key,
                   const Change& change);

}  // namespace partita::history
