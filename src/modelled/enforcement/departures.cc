#include <fmt/format.h>

#include <array>
#include <cassert>

#include "engine/read_one.h"
#include "modelled/enforcement/ruled_write.h"
#include "modelled/enforcement/unique_state.h"
#include "store/items/item_write.h"
#include "store/items/stored_item.h"
#include "store/keys/unique_keys.h"

// What becomes of those that refer to an item that goes. Each has a row that says so
// (unique_claims.cc), under the key of the item that it names.
//
// No new reference to the item can be missed. A write that adds one reads the item, so it conflicts
// with a deletion that commits first; and it writes the row of the target, which is read here
// before the others are looked for, so a deletion that commits later conflicts with it.

namespace partita::enforcement {
namespace {

// How many items may go with one, all together. An expiry cannot be refused, so it takes more; what
// is beyond that stays, and refers to nothing.
constexpr std::size_t kWithAWriteMax = 100;
constexpr std::size_t kWithAnExpiryMax = 10'000;

}  // namespace

ReferrerKeys referrer_keys(keys::TableId table, const rules::Referrer& referrer,
                           const rules::Departure& departure) {
  const Bytes id = rules::UniqueClaim{.entity = referrer.entity, .reference = referrer.attribute}
                       .constraint_id();
  return {.target = keys::reference_target_key(table, id, departure.key.view().bytes()),
          .state = keys::unique_state_key(table, id)};
}

Task<Status> ModelRules::LastSteps::depart_from(engine::Transaction& transaction,
                                                const rules::Referrer& referrer,
                                                items::FurtherEffects& effects) const {
  const bool is_refused = referrer.attribute->on_delete == model::OnDelete::Refuse;
  if (is_refused && is_expiry()) co_return Status{};
  const auto table = rules_.context_.catalog.find(referrer.entity->table->name);
  if (!table) co_return Status{};
  auto found = co_await find_referrers(transaction, *table, referrer);
  CO_TRY(found);
  if (is_refused && !found->empty()) {
    co_return refused(rules::still_referenced(outcome_, referrer));
  }
  for (const Bytes& key : *found) {
    const bool is_full = effects.size() >= (is_expiry() ? kWithAnExpiryMax : kWithAWriteMax);
    if (is_full && is_expiry()) co_return Status{};
    if (is_full) co_return refused(rules::too_many_referrers(outcome_, referrer, kWithAWriteMax));
    Status deleted = co_await delete_referrer(transaction, table, key, effects);
    CO_TRY(deleted);
  }
  co_return Status{};
}

// The keys of the items that refer to the one that goes, one more than may go with it at most. What
// the transaction has changed itself counts.
Task<Result<std::vector<Bytes>>> ModelRules::LastSteps::find_referrers(
    engine::Transaction& transaction, const catalog::Table& table,
    const rules::Referrer& referrer) const {
  assert(outcome_.departure);  // Only an item that goes is looked for.
  const auto [target, state_key] = referrer_keys(table.id, referrer, *outcome_.departure);
  const std::array<ByteView, 2> wanted{target, state_key};
  std::optional<Bytes> stored_state;
  const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
    if (index == 1 && value) stored_state = Bytes(*value);
  };
  Status read = co_await transaction.get(wanted, keep);
  CO_TRY(read);
  const auto state = decode_unique_state(stored_state);
  CO_TRY(state);
  if (state->kind == UniqueState::Kind::Building && !is_expiry()) {
    co_return Error::unavailable("who refers to the item is still being looked up");
  }
  std::vector<Bytes> rows;
  std::vector<Bytes> referrers;
  const auto visit = [&](ByteView key, ByteView value) {
    if (key != target) {
      rows.emplace_back(key);
      referrers.emplace_back(value);
    }
    return rows.size() <= kWithAnExpiryMax ? engine::Visit::Continue : engine::Visit::Stop;
  };
  const auto range = keys::prefix_range(target);
  Status scanned = co_await transaction.scan({.begin = range.begin, .end = range.end}, visit);
  CO_TRY(scanned);
  std::vector<Bytes> alive;
  if (rows.empty()) co_return alive;
  const auto sort_out = [&](std::size_t index, std::optional<ByteView> value) {
    assert(index < referrers.size());
    if (value) alive.push_back(std::move(referrers[index]));
  };
  Status reread =
      co_await transaction.get(std::vector<ByteView>(rows.begin(), rows.end()), sort_out);
  CO_TRY(reread);
  co_return alive;
}

Task<Status> ModelRules::LastSteps::delete_referrer(engine::Transaction& transaction,
                                                    const catalog::TablePointer& table,
                                                    const Bytes& key,
                                                    items::FurtherEffects& effects) const {
  const Bytes epoch_key = catalog::epoch_key(table->id);
  const std::array<ByteView, 2> wanted{epoch_key, key};
  std::array<std::optional<Bytes>, 2> found;
  const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
    if (value) found[index] = Bytes(*value);
  };
  Status read = co_await transaction.get(wanted, keep);
  CO_TRY(read);
  auto newest = items::confirm_table(rules_.context_.catalog, *table, found[0]);
  if (!newest.ok()) {
    co_return co_await items::follow_table(rules_.context_.catalog, *table,
                                           std::move(newest).error());
  }
  const auto before = items::parse_stored(found[1]);
  CO_TRY(before);
  if (!*before) co_return Status{};
  const items::ItemChange change{.table = **newest,
                                 .key = key,
                                 .before = *before,
                                 .after = std::nullopt,
                                 .time = subject_.time,
                                 .is_expiry = is_expiry(),
                                 .author = subject_.author};
  const auto kind = is_expiry() ? WriteKind::Expire : WriteKind::Delete;
  auto buffered = co_await items::buffer_ruled_change(transaction, change,
                                                      {.kind = kind, .author = subject_.author});
  CO_TRY(buffered);
  effects.push_back({*newest, std::move(buffered->effect)});
  for (auto& companion : buffered->ruled.companions) {
    effects.push_back({*newest, std::move(companion)});
  }
  if (!buffered->ruled.pending) co_return Status{};
  co_return co_await buffered->ruled.pending->settle(transaction, effects);
}

}  // namespace partita::enforcement
