#include "modelled/enforcement/model_rules.h"
#include "store/items/item_key.h"
#include "store/keys/key_range.h"

// Numbers of versions go on where those of an item that was deleted have ended. Its rows are still
// there; they come and go only with the item, which the transaction has read.

namespace partita::enforcement {

Task<Result<std::unique_ptr<const Number>>> ModelRules::last_version(
    engine::Transaction& transaction, const items::ItemChange& change) const {
  std::unique_ptr<const Number> last;
  const auto rows = rules_.version_rows(*change.after);
  if (!rows) co_return last;
  const std::string& attribute = rows->entity->versioned->number;
  // All of them: their order by key is that of their numbers only as long as these are padded.
  const auto visit = [&](ByteView, ByteView value) {
    const auto item = ItemView::parse(value);
    const auto number = item.ok() ? item->find(attribute) : std::nullopt;
    if (!number || number->type() != ValueType::N) return engine::Visit::Continue;
    if (!last || *last < number->number()) {
      last = std::make_unique<const Number>(number->number());
    }
    return engine::Visit::Continue;
  };
  const auto range =
      keys::prefix_range(items::key_of_stored(change.table, rows->key_prefix.view()));
  Status read = co_await transaction.scan({.begin = range.begin, .end = range.end}, visit);
  CO_TRY(read);
  co_return last;
}

}  // namespace partita::enforcement
