#include "enforcement/unique_builder.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "enforcement/unique_claims.h"
#include "engine/read_one.h"
#include "engine/retry.h"
#include "keys/item_keys.h"
#include "keys/unique_keys.h"

namespace partita::enforcement {
namespace {

using rules::UniqueClaim;
using Kind = UniqueState::Kind;

constexpr std::size_t kBytesMax = std::size_t{4} << 20;

// How long one size of a step is tried: then a smaller one.
constexpr engine::RetryPolicy kPatience{.give_up_after = std::chrono::milliseconds(100)};

bool is_conflict(const Status& status) {
  return !status.ok() && status.error().kind() == ErrorKind::Conflict;
}

std::vector<ByteView> views_of(const std::vector<Bytes>& keys) {
  return {keys.begin(), keys.end()};
}

}  // namespace

UniqueBuilder::UniqueBuilder(engine::Engine& engine, const ModelRules& rules)
    : engine_(engine),
      rules_(rules),
      constraints_(rules.rules().constraints()),
      is_settled_(constraints_.size()) {}

Task<Result<UniqueBuilder::Stored>> UniqueBuilder::read_stored(
    const UniqueClaim& constraint) const {
  const Bytes id = constraint.constraint_id();
  const std::vector<Bytes> wanted{keys::unique_state_key(rules_.table_id(), id),
                                  keys::unique_progress_key(rules_.table_id(), id)};
  std::array<std::optional<Bytes>, 2> found;
  const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
    if (value) found[index] = Bytes(*value);
  };
  Status read = co_await engine_.get(views_of(wanted), keep);
  CO_TRY(read);
  Stored stored;
  const auto state = decode_unique_state(found[0]);
  CO_TRY(state);
  stored.state = *state;
  if (!found[1]) co_return stored;
  auto progress = decode_unique_progress(*found[1]);
  CO_TRY(progress);
  stored.progress = std::move(*progress);
  co_return stored;
}

Task<Result<UniqueBuilder::Build>> UniqueBuilder::build_some(std::size_t items_max) {
  for (std::size_t i = 0; i < constraints_.size(); ++i) {
    if (is_settled_[i]) continue;
    auto stored = co_await read_stored(constraints_[i]);
    CO_TRY(stored);
    is_settled_[i] = !stored->progress && stored->state.kind != Kind::Building;
    if (is_settled_[i]) continue;
    Walk walk{.constraint = constraints_[i], .progress = {.noted = stored->state}};
    walk.has_begun = stored->progress.has_value();
    if (walk.has_begun) walk.progress = std::move(*stored->progress);
    auto stretch = co_await look_ahead(walk, items_max);
    CO_TRY(stretch);
    Status passed = co_await pass(walk, *stretch);
    while (is_conflict(passed) && stretch->items > 1) {
      stretch = co_await look_ahead(walk, (stretch->items + 7) / 8);
      CO_TRY(stretch);
      passed = co_await pass(walk, *stretch);
    }
    CO_TRY(passed);
    co_return Build::Continues;
  }
  co_return Build::Done;
}

Task<Status> UniqueBuilder::look_again() {
  for (std::size_t i = 0; i < constraints_.size(); ++i) {
    auto stored = co_await read_stored(constraints_[i]);
    CO_TRY(stored);
    if (stored->progress || stored->state.kind != Kind::Duplicates) continue;
    const auto body = [&](engine::Transaction& transaction) {
      const Bytes id = constraints_[i].constraint_id();
      transaction.put(keys::unique_progress_key(rules_.table_id(), id),
                      encode(UniqueProgress{.noted = stored->state}));
      return Task<Status>::ready({});
    };
    Status begun = co_await engine::run(engine_, body);
    CO_TRY(begun);
    is_settled_[i] = false;
  }
  co_return Status{};
}

// Where the value of the item is claimed; nullopt if it has none.
std::optional<Bytes> UniqueBuilder::claimed_key(const Walk& walk, ByteView item_key,
                                                const ItemView& item) const {
  for (const UniqueClaim& claim : rules_.rules().claims_of(item)) {
    const bool is_other = claim.constraint != walk.constraint.constraint ||
                          claim.reference != walk.constraint.reference;
    if (!is_other) return claim_key(rules_.table_id(), claim, item_key);
  }
  return std::nullopt;
}

Task<Result<UniqueBuilder::Stretch>> UniqueBuilder::look_ahead(const Walk& walk,
                                                               std::size_t items_max) const {
  Stretch stretch{.items = 0, .keys = {}, .last_key = walk.progress.last_key, .is_last = true};
  std::size_t bytes = 0;
  Status parsed;
  const auto visit = [&](ByteView key, ByteView value) {
    if (stretch.items == items_max || bytes >= kBytesMax) {
      stretch.is_last = false;
      return engine::Visit::Stop;
    }
    const auto item = ItemView::parse(value);
    if (!item.ok()) {
      parsed = item.error();
      return engine::Visit::Stop;
    }
    ++stretch.items;
    bytes += value.size();
    stretch.last_key = key;
    if (claimed_key(walk, key, *item)) stretch.keys.emplace_back(key);
    return engine::Visit::Continue;
  };
  auto rest = keys::index_range(rules_.table_id(), keys::IndexId::Base);
  if (!walk.progress.last_key.empty()) {
    rest = keys::rest_after(std::move(rest), walk.progress.last_key);
  }
  const engine::Range range{.begin = rest.begin, .end = rest.end, .rows_hint = items_max + 1};
  Status read = co_await engine_.scan(range, visit);
  CO_TRY(read);
  CO_TRY(parsed);
  co_return stretch;
}

Task<Status> UniqueBuilder::pass(const Walk& walk, const Stretch& stretch) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    Status same = co_await check_progress(transaction, walk);
    CO_TRY(same);
    UniqueProgress progress = walk.progress;
    progress.last_key = stretch.last_key;
    Status claimed = co_await claim_all(transaction, walk, stretch, progress);
    CO_TRY(claimed);
    co_return co_await settle(transaction, walk, stretch, progress);
  };
  co_return co_await engine::run(engine_, body, kPatience);
}

Task<Status> UniqueBuilder::check_progress(engine::Transaction& transaction,
                                           const Walk& walk) const {
  const Bytes key = keys::unique_progress_key(rules_.table_id(), walk.constraint.constraint_id());
  auto stored = co_await engine::read_one(transaction, key);
  CO_TRY(stored);
  const bool is_same =
      *stored ? walk.has_begun && **stored == encode(walk.progress) : !walk.has_begun;
  if (!is_same) co_return Error::unavailable("another builder is at work on this constraint");
  co_return Status{};
}

// Items are read again in the transaction: what they are at its commit is what is claimed.
Task<Status> UniqueBuilder::claim_all(engine::Transaction& transaction, const Walk& walk,
                                      const Stretch& stretch, UniqueProgress& progress) const {
  std::vector<Bytes> claims;
  std::vector<std::size_t> owners;
  Status parsed;
  const auto derive = [&](std::size_t index, std::optional<ByteView> value) {
    if (!value) return;
    const auto item = ItemView::parse(*value);
    if (!item.ok()) {
      parsed = item.error();
      return;
    }
    auto key = claimed_key(walk, stretch.keys[index], *item);
    if (!key) return;
    claims.push_back(*std::move(key));
    owners.push_back(index);
  };
  if (stretch.keys.empty()) co_return Status{};
  Status read = co_await transaction.get(views_of(stretch.keys), derive);
  CO_TRY(read);
  CO_TRY(parsed);
  // One by one: two items of the stretch may have the same value.
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const Bytes& item_key = stretch.keys[owners[i]];
    auto owner = co_await engine::read_one(transaction, claims[i]);
    CO_TRY(owner);
    if (!*owner) transaction.put(std::move(claims[i]), item_key);
    if (*owner && **owner != item_key) ++progress.duplicates;
  }
  co_return Status{};
}

Task<Status> UniqueBuilder::settle(engine::Transaction& transaction, const Walk& walk,
                                   const Stretch& stretch, const UniqueProgress& progress) const {
  const Bytes id = walk.constraint.constraint_id();
  const Bytes state_key = keys::unique_state_key(rules_.table_id(), id);
  auto stored = co_await engine::read_one(transaction, state_key);
  CO_TRY(stored);
  const auto state = decode_unique_state(*stored);
  CO_TRY(state);
  UniqueState next = *state;
  if (progress.duplicates > 0) next.kind = Kind::Duplicates;
  if (stretch.is_last && progress.duplicates == 0 && *state == progress.noted) {
    next.kind = Kind::Complete;
  }
  if (next != *state || !*stored) transaction.put(state_key, encode(next));
  Bytes progress_key = keys::unique_progress_key(rules_.table_id(), id);
  if (stretch.is_last) {
    transaction.erase(std::move(progress_key));
  } else {
    transaction.put(std::move(progress_key), encode(progress));
  }
  co_return Status{};
}

}  // namespace partita::enforcement
