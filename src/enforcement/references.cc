#include "enforcement/references.h"

#include "enforcement/api_refusal.h"
#include "engine/read_one.h"
#include "items/item_key.h"
#include "items/stored_item.h"

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
    auto read = co_await engine::read_one(transaction, key);
    CO_TRY(read);
    stored = *std::move(read);
  }
  const auto target = items::parse_stored(stored);
  CO_TRY(target);
  const auto refusal = rules::refute(outcome_, reference, *target);
  if (!refusal) co_return Status{};
  if (reference.is_enforced) co_return to_api_error(*refusal, std::nullopt);
  violations_.add(*refusal, now_);
  co_return Status{};
}

}  // namespace partita::enforcement
