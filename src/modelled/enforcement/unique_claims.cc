#include <cassert>
#include <utility>

#include "engine/read_one.h"
#include "modelled/enforcement/ruled_write.h"
#include "modelled/enforcement/unique_claims.h"
#include "modelled/enforcement/unique_state.h"
#include "store/keys/unique_keys.h"

// Values that only one item may have: a row for each, with the key of the item that has it. And a
// row for each reference whose target must know of it.

namespace partita::enforcement {

Bytes claim_key(keys::TableId table, const rules::UniqueClaim& claim, ByteView item_key) {
  assert(!claim.value.empty());  // An item without the value claims nothing.
  return claim.reference == nullptr
             ? keys::unique_key(table, claim.constraint_id(), claim.value)
             : keys::reference_key(table, claim.constraint_id(), claim.value, item_key);
}

Task<Status> ModelRules::release_all(Write& write) const {
  for (const rules::UniqueClaim& claim : write.outcome.releases) {
    releases_.fetch_add(1, std::memory_order_relaxed);
    Bytes key = claim_key(id_, claim, write.change.key);
    auto owner = co_await engine::read_one(write.transaction, key);
    CO_TRY(owner);
    // A value that several items have belongs to one of them.
    if (*owner && **owner == write.change.key) write.transaction.erase(std::move(key));
  }
  co_return Status{};
}

Task<Status> ModelRules::LastSteps::claim(engine::Transaction& transaction,
                                          const rules::UniqueClaim& claim) const {
  Bytes key = claim_key(rules_.id_, claim, subject_.key);
  if (claim.reference != nullptr) {
    // A deletion of the target reads this row, so the two conflict.
    transaction.put(keys::reference_target_key(rules_.id_, claim.constraint_id(), claim.value), {});
    transaction.put(std::move(key), Bytes(subject_.key));
    co_return Status{};
  }
  auto owner = co_await engine::read_one(transaction, key);
  CO_TRY(owner);
  if (!*owner || **owner == subject_.key) {
    transaction.put(std::move(key), Bytes(subject_.key));
    co_return Status{};
  }
  co_return co_await claim_taken_value(transaction, claim);
}

// A constraint that some items break already is not held against others. A write that is let
// through for that reason notes it in the constraint's state, so that a walk over the items
// (unique_builder.h) cannot find the constraint whole at the same moment.
Task<Status> ModelRules::LastSteps::claim_taken_value(engine::Transaction& transaction,
                                                      const rules::UniqueClaim& claim) const {
  const rules::Refusal refusal = rules::not_unique(outcome_, claim);
  Bytes key = keys::unique_state_key(rules_.id_, claim.constraint_id());
  if (claim.is_enforced) {
    auto stored = co_await engine::read_one(transaction, key);
    CO_TRY(stored);
    const auto state = decode_unique_state(*stored);
    CO_TRY(state);
    if (state->kind != UniqueState::Kind::Duplicates) co_return refused(refusal);
  }
  const UniqueState broken{.kind = UniqueState::Kind::Duplicates,
                           .nonce = rules_.context_.random.next()};
  transaction.put(std::move(key), encode(broken));
  rules_.violations_.add(refusal, rules_.now());
  co_return Status{};
}

}  // namespace partita::enforcement
