#pragma once

#include "store/catalog/statistics.h"
#include "store/items/item_collection.h"

namespace partita::testing {

// How the rows of tables and items are merged, for engines of tests without models.
inline engine::Combine store_kind(ByteView key) {
  const engine::Combine of_counts = catalog::statistics_kind(key);
  return of_counts != nullptr ? of_counts : items::collection_kind(key);
}

}  // namespace partita::testing
