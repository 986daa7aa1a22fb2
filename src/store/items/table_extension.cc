#include "store/items/table_extension.h"

#include <utility>

#include "store/items/item_collection.h"

namespace partita::items {

void count(catalog::Statistics& statistics, const FurtherEffects& effects) {
  for (const FurtherEffect& one : effects) count(statistics, one.table->id, one.effect);
}

Task<Result<BufferedChange>> buffer_ruled_change(engine::Transaction& transaction,
                                                 const ItemChange& change,
                                                 const WriteOrigin& origin) {
  BufferedChange buffered;
  ItemChange allowed = change;
  if (const TableExtension* rules = change.table.extension.get()) {
    auto ruled = co_await rules->apply(transaction, change, origin);
    CO_TRY(ruled);
    buffered.ruled = std::move(*ruled);
    if (buffered.ruled.after) allowed.after = buffered.ruled.after->view();
  }
  Status fits = check_local_entries(allowed, origin.kind);
  CO_TRY(fits);
  buffered.effect = buffer_change(transaction, allowed);
  co_return buffered;
}

}  // namespace partita::items
