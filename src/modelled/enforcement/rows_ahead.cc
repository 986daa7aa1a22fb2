#include <utility>
#include <vector>

#include "modelled/enforcement/ruled_write.h"
#include "modelled/enforcement/unique_claims.h"
#include "store/items/item_key.h"

// Once a write is judged, it is known which rows its steps will ask for, the last ones included.
// They are read together, so that they are one way to the store and not one each.

namespace partita::enforcement {

std::vector<Bytes> ModelRules::rows_of_steps(const Write& write) const {
  const rules::RuleOutcome& outcome = write.outcome;
  std::vector<Bytes> rows;
  for (const rules::UniqueClaim& claim : outcome.releases) {
    rows.push_back(claim_key(id_, claim, write.change.key));
  }
  for (const rules::CompanionRow& row : outcome.companions) {
    if (!row.is_prefix) rows.push_back(items::key_of_stored(write.change.table, row.key.view()));
  }
  for (const rules::UniqueClaim& claim : outcome.claims) {
    // The row of a reference is only written, never read.
    if (claim.reference == nullptr) rows.push_back(claim_key(id_, claim, write.change.key));
  }
  for (const rules::ReferenceCheck& reference : outcome.references) {
    const auto table = context_.catalog.find(reference.target->table->name);
    if (table) rows.push_back(items::key_of_stored(*table, reference.key.view()));
  }
  if (!outcome.departure) return rows;
  for (const rules::Referrer& referrer : outcome.departure->referrers) {
    const auto table = context_.catalog.find(referrer.entity->table->name);
    if (!table) continue;
    auto [target, state] = referrer_keys(table->id, referrer, *outcome.departure);
    rows.push_back(std::move(target));
    rows.push_back(std::move(state));
  }
  return rows;
}

Task<Status> ModelRules::read_ahead(const Write& write) const {
  const std::vector<Bytes> rows = rows_of_steps(write);
  // A single row is read where it is needed.
  if (rows.size() < 2) co_return Status{};
  const std::vector<ByteView> wanted(rows.begin(), rows.end());
  co_return co_await write.transaction.read_ahead(wanted);
}

}  // namespace partita::enforcement
