#pragma once

#include <optional>

#include "engine/engine.h"
#include "partita/base/clock.h"
#include "partita/value/item_view.h"
#include "store/catalog/table.h"

namespace partita::streams {

// An item as it was and as it will be. Owns nothing.
struct LoggedChange {
  std::optional<ItemView> before;
  std::optional<ItemView> after;
  WallTime time;
  bool is_expiry = false;
};

// Appends the change to the table's stream, in the change's own transaction: item, index entries
// and record are one commit. Does nothing if the table has no stream.
// REQUIRES: the two images differ.
//
// AWS: a write that changes nothing is not recorded. Ours: the caller knows, and does not call.
void record_change(engine::Transaction& transaction, const catalog::Table& table,
                   const LoggedChange& change);

}  // namespace partita::streams
