#include "modelled/enforcement/unique_builder.h"

#include <array>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "modelled/enforcement/unique_claims.h"
#include "store/keys/item_keys.h"
#include "store/keys/unique_keys.h"

namespace partita::enforcement {
namespace {

using rules::UniqueClaim;
using Kind = UniqueState::Kind;

std::vector<ByteView> views_of(const std::vector<Bytes>& keys) {
  return {keys.begin(), keys.end()};
}

}  // namespace

// Claims the values of each stretch for one constraint.
class UniqueBuilder::Claiming final : public jobs::WalkWork {
 public:
  Claiming(const ModelRules& rules, const UniqueClaim& constraint, UniqueProgress progress)
      : rules_(rules), constraint_(constraint), progress_(std::move(progress)) {}

  void begin() override { item_keys_.clear(); }
  Status look(ByteView key, ByteView value) override {
    if (claimed_key(key, TRY(ItemView::parse(value)))) item_keys_.emplace_back(key);
    return {};
  }
  Task<Result<std::optional<Bytes>>> pass(engine::Transaction& transaction,
                                          const jobs::Stretch& stretch) override {
    UniqueProgress progress = progress_;
    progress.last_key = stretch.last_key;
    Status claimed = co_await claim_all(transaction, progress);
    CO_TRY(claimed);
    Status settled = co_await settle(transaction, stretch, progress);
    CO_TRY(settled);
    co_return stretch.is_last ? std::nullopt : std::optional(encode(progress));
  }

 private:
  std::optional<Bytes> claimed_key(ByteView item_key, const ItemView& item) const;
  Task<Status> claim_all(engine::Transaction& transaction, UniqueProgress& progress) const;
  Task<Status> settle(engine::Transaction& transaction, const jobs::Stretch& stretch,
                      const UniqueProgress& progress) const;

  const ModelRules& rules_;
  const UniqueClaim& constraint_;
  const UniqueProgress progress_;
  std::vector<Bytes> item_keys_;  // Of the stretch: of those that have something to claim.
};

// Where the value of the item is claimed; nullopt if it has none.
std::optional<Bytes> UniqueBuilder::Claiming::claimed_key(ByteView item_key,
                                                          const ItemView& item) const {
  for (const UniqueClaim& claim : rules_.rules().claims_of(item)) {
    const bool is_other =
        claim.constraint != constraint_.constraint || claim.reference != constraint_.reference;
    if (!is_other) return claim_key(rules_.table_id(), claim, item_key);
  }
  return std::nullopt;
}

// Items are read again in the transaction: what they are at its commit is what is claimed.
Task<Status> UniqueBuilder::Claiming::claim_all(engine::Transaction& transaction,
                                                UniqueProgress& progress) const {
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
    auto key = claimed_key(item_keys_[index], *item);
    if (!key) return;
    claims.push_back(*std::move(key));
    owners.push_back(index);
  };
  if (item_keys_.empty()) co_return Status{};
  Status read = co_await transaction.get(views_of(item_keys_), derive);
  CO_TRY(read);
  CO_TRY(parsed);
  // One by one: two items of the stretch may have the same value.
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const Bytes& item_key = item_keys_[owners[i]];
    auto owner = co_await engine::read_one(transaction, claims[i]);
    CO_TRY(owner);
    if (!*owner) transaction.put(std::move(claims[i]), item_key);
    if (*owner && **owner != item_key) ++progress.duplicates;
  }
  co_return Status{};
}

Task<Status> UniqueBuilder::Claiming::settle(engine::Transaction& transaction,
                                             const jobs::Stretch& stretch,
                                             const UniqueProgress& progress) const {
  const Bytes state_key = keys::unique_state_key(rules_.table_id(), constraint_.constraint_id());
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
  co_return Status{};
}

UniqueBuilder::UniqueBuilder(engine::Engine& engine, const ModelRules& rules)
    : engine_(engine),
      rules_(rules),
      constraints_(rules.rules().constraints()),
      is_settled_(constraints_.size()),
      walk_(engine) {}

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
  const auto state = decode_unique_state(found[0]);
  CO_TRY(state);
  co_return Stored{.state = *state, .progress = std::move(found[1])};
}

Task<Result<UniqueBuilder::Build>> UniqueBuilder::build_some(std::size_t items_max) {
  items_ = 0;
  for (std::size_t i = 0; i < constraints_.size(); ++i) {
    if (is_settled_[i]) continue;
    auto stored = co_await read_stored(constraints_[i]);
    CO_TRY(stored);
    is_settled_[i] = !stored->progress && stored->state.kind != Kind::Building;
    if (is_settled_[i]) continue;
    walk_.limit_items(items_max);
    Status claimed = co_await claim_some(constraints_[i], *stored);
    CO_TRY(claimed);
    co_return Build::Continues;
  }
  co_return Build::Done;
}

Task<Status> UniqueBuilder::claim_some(const UniqueClaim& constraint, const Stored& stored) {
  UniqueProgress progress{.noted = stored.state};
  if (stored.progress) {
    auto decoded = decode_unique_progress(*stored.progress);
    CO_TRY(decoded);
    progress = std::move(*decoded);
  }
  const jobs::WalkPosition position{
      .keys = {keys::unique_progress_key(rules_.table_id(), constraint.constraint_id())},
      .stored = stored.progress,
      .last_key = progress.last_key};
  Claiming claiming(rules_, constraint, std::move(progress));
  const auto items = keys::index_range(rules_.table_id(), keys::IndexId::Base);
  auto stretch = co_await walk_.step(items, position, claiming);
  CO_TRY(stretch);
  items_ = stretch->items;
  co_return Status{};
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

}  // namespace partita::enforcement
