#include <utility>

#include "enforcement/api_refusal.h"
#include "enforcement/model_rules.h"
#include "enforcement/ruled_write.h"
#include "enforcement/unique_state.h"
#include "engine/read_one.h"
#include "keys/unique_keys.h"

// Values that only one item may have: a row for each, with the key of the item that has it.

namespace partita::enforcement {

// Released first, so that an item can take its own value again in another spelling.
Task<Status> ModelRules::settle_unique(Write& write) const {
  for (const auto& one : write.outcome.releases) {
    Status released = co_await release(write, one);
    CO_TRY(released);
  }
  for (const auto& one : write.outcome.claims) {
    Status claimed = co_await claim(write, one);
    CO_TRY(claimed);
  }
  co_return Status{};
}

Task<Status> ModelRules::release(Write& write, const rules::UniqueClaim& claim) const {
  releases_.fetch_add(1, std::memory_order_relaxed);
  Bytes key = keys::unique_key(id_, claim.constraint_id(), claim.value);
  auto owner = co_await engine::read_one(write.transaction, key);
  CO_TRY(owner);
  // A value that several items have belongs to one of them.
  if (*owner && **owner == write.change.key) write.transaction.erase(std::move(key));
  co_return Status{};
}

Task<Status> ModelRules::claim(Write& write, const rules::UniqueClaim& claim) const {
  Bytes key = keys::unique_key(id_, claim.constraint_id(), claim.value);
  auto owner = co_await engine::read_one(write.transaction, key);
  CO_TRY(owner);
  if (!*owner || **owner == write.change.key) {
    write.transaction.put(std::move(key), Bytes(write.change.key));
    co_return Status{};
  }
  co_return co_await claim_in_vain(write, claim);
}

// A constraint that some items break already is not held against others. Whoever is let through
// says so in the constraint's state, so that a walk over the items (unique_builder.h) cannot find
// the constraint whole at the same moment.
Task<Status> ModelRules::claim_in_vain(Write& write, const rules::UniqueClaim& claim) const {
  const rules::Refusal refusal = rules::not_unique(write.outcome, claim);
  Bytes key = keys::unique_state_key(id_, claim.constraint_id());
  if (claim.is_enforced) {
    auto stored = co_await engine::read_one(write.transaction, key);
    CO_TRY(stored);
    const auto state = decode_unique_state(*stored);
    CO_TRY(state);
    if (state->kind != UniqueState::Kind::Duplicates) {
      co_return to_api_error(refusal, write.shown_on_failure);
    }
  }
  const UniqueState broken{.kind = UniqueState::Kind::Duplicates, .nonce = around_.random.next()};
  write.transaction.put(std::move(key), encode(broken));
  violations_.add(refusal, now());
  co_return Status{};
}

}  // namespace partita::enforcement
