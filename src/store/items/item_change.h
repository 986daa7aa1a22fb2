#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/value/item_view.h"
#include "store/catalog/statistics.h"
#include "store/catalog/table.h"
#include "store/catalog/usage.h"
#include "store/history/author.h"

namespace partita::items {

// An item before and after a change. Owns nothing.
struct ItemChange {
  const catalog::Table& table;
  ByteView key;  // key_of_item
  std::optional<ItemView> before;
  std::optional<ItemView> after;
  WallTime time;           // When it was decided: what its record in the table's stream says.
  bool is_expiry = false;  // TTL deletes the item.
  history::Author author = {};
};

// The sizes of an item or entry before and after a change, as DynamoDB counts them.
struct SizeChange {
  std::optional<std::size_t> before;
  std::optional<std::size_t> after;
};

// The effect of a change on a table and its indexes, with all that is needed to charge and count
// it.
struct ChangeEffect {
  struct OfIndex {
    const catalog::Index* index;
    SizeChange sizes;
    bool moves = false;  // The entry gets another place: one is erased, one is written.
  };
  SizeChange item;
  // Only entries that change; those of one index are adjacent.
  std::vector<OfIndex> indexes;
};

// Buffers the item, its index entries, its record in the table's stream, its former state in the
// table's history, its entry in the TTL queue and the size of its collection in one transaction, so
// that all of them always agree with the table.
ChangeEffect buffer_change(engine::Transaction& transaction, const ItemChange& change);

// Returns the effect without buffering anything, for a change that will not be made.
ChangeEffect effect_of(const ItemChange& change);

// Adds the effect to the counts. Called when the change has been committed.
void count(catalog::Statistics& statistics, keys::TableId table, const ChangeEffect& effect);

// The cost of a change in write capacity units.
struct WriteUnits {
  struct OfIndex {
    const catalog::Index* index;
    double units;
  };
  double table = 0;
  std::vector<OfIndex> indexes;  // Only those that were written.

  double total() const;
};

// AWS: an index is charged for the changes of its entries: nothing for an unchanged entry, two
// writes for an entry that moves. The table is charged for the larger of the two images, at least
// one unit.
WriteUnits write_units(const ChangeEffect& effect);

// Counts the units of the change as consumed, multiplied by `times` for the table. Called when the
// change has been committed.
void charge(catalog::Usage& usage, keys::TableId table, const ChangeEffect& effect,
            double times = 1);

}  // namespace partita::items
