#include "enforcement/references.h"

#include "enforcement/api_refusal.h"
#include "items/item_key.h"

namespace partita::enforcement {

Task<Status> ReferenceChecks::check(engine::Transaction& transaction) const {
  for (const auto& reference : outcome_.references) {
    Status checked = co_await check_one(transaction, reference);
    CO_TRY(checked);
  }
  co_return Status{};
}

Task<Status> ReferenceChecks::check_one(engine::Transaction& transaction,
                                        const rules::ReferenceCheck& reference) const {
  const auto table = catalog_.find(reference.target->table->name);
  std::optional<Bytes> stored;
  if (table) {
    const Bytes key = items::key_of_stored(*table, reference.key.view());
    const ByteView wanted = key;
    const auto keep = [&](std::size_t, auto value) { stored = std::optional<Bytes>(value); };
    Status read = co_await transaction.get({&wanted, 1}, keep);
    CO_TRY(read);
  }
  std::optional<ItemView> target;
  if (stored) {
    auto item = ItemView::parse(*stored);
    CO_TRY(item);
    target = *item;
  }
  const auto refusal = rules::refute(outcome_, reference, target);
  if (!refusal) co_return Status{};
  if (reference.is_enforced) co_return to_api_error(*refusal, std::nullopt);
  violations_.add(*refusal, now_);
  co_return Status{};
}

}  // namespace partita::enforcement
