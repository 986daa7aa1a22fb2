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

// An item as it was and as it will be. Owns nothing.
struct ItemChange {
  const catalog::Table& table;
  ByteView key;  // key_of_item
  std::optional<ItemView> before;
  std::optional<ItemView> after;
  WallTime time;           // When it was decided: what its record in the table's stream says.
  bool is_expiry = false;  // TTL deletes the item.
  history::Author author = {};
};

// The sizes of what a change replaces, as DynamoDB counts them.
struct SizeChange {
  std::optional<std::size_t> before;
  std::optional<std::size_t> after;
};

// What a change does to a table and its indexes: enough to charge and to count it.
struct ChangeEffect {
  struct OfIndex {
    const catalog::Index* index;
    SizeChange sizes;
    bool moves = false;  // The entry gets another place: one is erased, one is written.
  };
  SizeChange item;
  // Only of entries that change; those of one index stand together.
  std::vector<OfIndex> indexes;
};

// Buffers the item, its index entries, its record in the table's stream, what it was in the table's
// history, its place in the TTL queue and the size of its collection in one transaction, so that
// none of them ever tells what the table does not.
ChangeEffect buffer_change(engine::Transaction& transaction, const ItemChange& change);

// The same effect, with nothing buffered: for a change that is only asked about.
ChangeEffect effect_of(const ItemChange& change);

// Once the change is committed.
void count(catalog::Statistics& statistics, keys::TableId table, const ChangeEffect& effect);

// What a change costs, in write capacity units.
struct WriteUnits {
  struct OfIndex {
    const catalog::Index* index;
    double units;
  };
  double table = 0;
  std::vector<OfIndex> indexes;  // Only those that were written.

  double total() const;
};

// AWS: an index is charged for what changes of the entries it stores: nothing for an entry that
// stays as it is, two writes for one that moves. The table is charged for the larger of the two
// images, and at least one unit.
WriteUnits write_units(const ChangeEffect& effect);

// Once the change is committed: its units are counted as used; `times` as many for the table.
void charge(catalog::Usage& usage, keys::TableId table, const ChangeEffect& effect,
            double times = 1);

}  // namespace partita::items
