#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/keys/history_keys.h"
#include "store/keys/key_space.h"

namespace partita::history {

// A moment of a table: its items then are those of now with all later changes taken back.
struct PastMoment {
  keys::TableId table;
  keys::HistoryPeriod period;
  std::int64_t time = 0;  // Changes up to it stay; all later ones are in the history.
};

struct PastItem {
  Bytes key;  // As it is in the table.
  Bytes image;
};

// Neighbouring items of the past.
struct PastStretch {
  std::vector<PastItem> items;
  std::size_t entries = 0;  // Of the history, that were read for it.
  Bytes last_key;           // All items up to this key are passed.
  bool is_last = false;     // No items are behind it.
};

struct PastLimits {
  std::size_t items_max = 4000;  // Of now; three times as many with those that are gone by now.
  std::size_t bytes_max = std::size_t{1} << 20;
};

// The items behind `last_key` (empty: from the first one on) as they were, the next ones in the
// order of their keys. Reads the items of now and the history of the same keys side by side, of one
// moment: for each item the first entries after the time, up to one that tells all of it.
// ERRORS: Corrupt, naming the item, if entries do not fit each other or the item: one is damaged or
// lost; those of the engine.
Task<Result<PastStretch>> read_past(const engine::Engine& engine, const PastMoment& moment,
                                    ByteView last_key, PastLimits limits = {});

}  // namespace partita::history
