#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/history/past_items.h"

namespace partita::history {

// The changes of a table between two moments: those after `from`, up to `to`. All later ones are in
// the history.
struct ChangeWindow {
  keys::TableId table;
  keys::HistoryPeriod period;
  std::int64_t from = 0;
  std::int64_t to = 0;
};

// What all changes of one item in the window come to.
struct NetChange {
  Bytes key;                    // As it is in the table.
  std::int64_t time = 0;        // Of the last of them.
  std::optional<Bytes> before;  // Before the first of them. Nullopt: there was no item.
  std::optional<Bytes> after;   // After the last of them. The same.
};

// Neighbouring items that have changed.
struct NetStretch {
  std::vector<NetChange> changes;
  Bytes last_key;        // All items up to this key are passed.
  bool is_last = false;  // No changed items are behind it.
};

// The changed items behind `last_key` (empty: from the first one on), the next ones in the order of
// their keys. One that came and went within the window is left out. Reads the history of the
// window's days, and for each changed item what it needs of later ones; not the rest of the table.
// ERRORS: Corrupt if entries do not fit each other or the item; those of the engine.
Task<Result<NetStretch>> read_net_changes(const engine::Engine& engine, const ChangeWindow& window,
                                          ByteView last_key, PastLimits limits = {});

}  // namespace partita::history
