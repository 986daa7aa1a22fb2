#include "engine/postgres/postgres_transaction.h"

#include <utility>

#include "engine/postgres/key_lookup.h"
#include "partita/base/check.h"

namespace partita::engine {

Task<Status> PostgresTransaction::scan(const Range& range, RowVisitor visit) {
  return read_pages({session_, parts_.kinds, parts_.stamp_base}, range, visit);
}

Task<Status> PostgresTransaction::read(std::span<const ByteView> keys, ValueVisitor visit,
                                       std::size_t unchecked) {
  std::vector<ByteView> asked;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (writes_.find(keys[i]) != nullptr) continue;
    asked.push_back(keys[i]);
    places.push_back(i);
  }
  KeyLookup lookup(asked, parts_.kinds);
  if (!asked.empty()) {
    SqlBatch batch = session_.new_batch();
    lookup.add_to(batch);
    auto results = co_await session_.send(batch);
    CO_TRY(results);
    lookup.take(std::move(results).value());
    parts_.folder.note_crowded(lookup.crowded());
  }
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (places[i] >= unchecked) reads_.emplace(asked[i], lookup.value(i).has_value());
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (next < places.size() && places[next] == i) {
      visit(i, lookup.value(next++));
    } else {
      const auto* own = writes_.find(keys[i]);
      visit(i, own->value ? std::optional<ByteView>(*own->value) : std::nullopt);
    }
  }
  co_return Status{};
}

Task<Status> PostgresTransaction::commit() {
  PARTITA_CHECK(!std::exchange(is_committed_, true));
  // All reads were of one moment.
  if (writes_.is_empty()) {
    session_.end();
    co_return Status{};
  }
  Status fits = writes_.check(kPostgresLimits);
  CO_TRY(fits);
  const CommitPlan plan(reads_, writes_.writes());
  fits = plan.check();
  CO_TRY(fits);
  thread_local SeededRandom random{SystemRandom().next()};
  Session blind(parts_.pool, kBlind, deadline_);
  Session& session = plan.is_blind() && !session_.has_begun() ? blind : session_;
  SqlBatch batch = session.new_batch();
  plan.add_to(batch, parts_.stamp_base, random);
  const auto results = co_await session.send(batch);
  if (!results.ok()) co_return results.error();
  co_return Status{};
}

}  // namespace partita::engine
