#include "enforcement/model_rules.h"

#include <utility>

#include "enforcement/api_refusal.h"
#include "enforcement/references.h"
#include "items/index_keys.h"
#include "items/item_key.h"
#include "keys/unique_keys.h"
#include "partita/value/measure.h"

namespace partita::enforcement {
namespace {

rules::WriteKind kind_of(items::WriteKind kind) {
  switch (kind) {
    case items::WriteKind::Put:
      return rules::WriteKind::Put;
    case items::WriteKind::Update:
      return rules::WriteKind::Update;
    case items::WriteKind::Delete:
      return rules::WriteKind::Delete;
    case items::WriteKind::Expire:
      break;
  }
  return rules::WriteKind::Expire;
}

Task<Result<std::optional<Bytes>>> read(engine::Transaction& transaction, ByteView key) {
  std::optional<Bytes> found;
  const auto keep = [&](std::size_t, auto value) { found = std::optional<Bytes>(value); };
  Status status = co_await transaction.get({&key, 1}, keep);
  CO_TRY(status);
  co_return found;
}

Result<std::optional<ItemView>> parse(const std::optional<Bytes>& stored) {
  if (!stored) return std::optional<ItemView>{};
  return std::optional(TRY(ItemView::parse(*stored)));
}

}  // namespace

struct ModelRules::Write {
  engine::Transaction& transaction;
  const items::ItemChange& change;
  std::optional<ItemView> shown_on_failure;
  rules::Outcome outcome;
  items::RuledChange ruled = {};
};

Result<std::shared_ptr<const ModelRules>> ModelRules::create(
    std::shared_ptr<const model::Model> model, const model::Table& table, Surroundings around) {
  auto rules = TRY(rules::TableRules::compile(std::move(model), table));
  return std::shared_ptr<const ModelRules>(new ModelRules(std::move(rules), around));
}

model::Instant ModelRules::now() const {
  return std::chrono::time_point_cast<model::Duration>(around_.clock.wall_now());
}

Result<std::optional<EncodedItem>> ModelRules::complete_keys(const ItemView& item) const {
  auto completed = rules_.complete_keys(item, now(), around_.random);
  if (!completed.ok()) return to_api_error(std::move(completed).error(), std::nullopt);
  return std::move(*completed);
}

Result<rules::Outcome> ModelRules::judge(const items::ItemChange& change,
                                         const items::WriteOrigin& origin) const {
  return rules_.judge({.kind = kind_of(origin.kind),
                       .before = change.before,
                       .after = change.after,
                       .now = now(),
                       .targets = origin.targets,
                       .role = {},
                       .expected = std::nullopt,
                       .is_batch = origin.is_batch},
                      around_.random);
}

// What DynamoDB asks of an item holds for one that the server has filled, too.
Status ModelRules::check_filled(const items::ItemChange& change,
                                const rules::Outcome& outcome) const {
  if (!outcome.filled) return {};
  const ItemView filled = outcome.filled->view();
  if (size_bytes(filled) > kItemBytesMax) {
    return api::invalid("Item size has exceeded the maximum allowed size");
  }
  return items::check_index_keys(change.table, {.item = filled, .before = change.before});
}

Task<Result<items::RuledChange>> ModelRules::apply(engine::Transaction& transaction,
                                                   const items::ItemChange& change,
                                                   const items::WriteOrigin& origin) const {
  const auto shown = origin.returns_item_on_failure ? change.before : std::nullopt;
  auto outcome = judge(change, origin);
  if (!outcome.ok()) co_return to_api_error(std::move(outcome).error(), shown);
  Status filled = check_filled(change, *outcome);
  CO_TRY(filled);
  for (const auto& violation : outcome->violations) violations_.add(violation, now());
  Write write{.transaction = transaction,
              .change = change,
              .shown_on_failure = shown,
              .outcome = std::move(*outcome)};
  Status unique = co_await settle_unique(write);
  CO_TRY(unique);
  for (const auto& row : write.outcome.companions) {
    Status written = co_await write_companion(write, row);
    CO_TRY(written);
  }
  write.ruled.after = std::move(write.outcome.filled);
  if (!write.outcome.references.empty()) {
    write.ruled.pending = std::make_unique<ReferenceChecks>(around_.catalog, violations_,
                                                            std::move(write.outcome), now());
  }
  co_return std::move(write.ruled);
}

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
  Bytes key = keys::unique_key(write.change.table.id, claim.constraint_id(), claim.value);
  auto owner = co_await read(write.transaction, key);
  CO_TRY(owner);
  // A value that was there twice before the constraint was made belongs to the other item.
  if (*owner && **owner == write.change.key) write.transaction.erase(std::move(key));
  co_return Status{};
}

Task<Status> ModelRules::claim(Write& write, const rules::UniqueClaim& claim) const {
  Bytes key = keys::unique_key(write.change.table.id, claim.constraint_id(), claim.value);
  auto owner = co_await read(write.transaction, key);
  CO_TRY(owner);
  if (!*owner || **owner == write.change.key) {
    write.transaction.put(std::move(key), Bytes(write.change.key));
    co_return Status{};
  }
  const rules::Refusal refusal = rules::not_unique(write.outcome, claim);
  if (claim.is_enforced) co_return to_api_error(refusal, write.shown_on_failure);
  violations_.add(refusal, now());
  co_return Status{};
}

Task<Status> ModelRules::write_companion(Write& write, const rules::CompanionRow& row) const {
  const catalog::Table& table = write.change.table;
  const Bytes key = items::key_of_stored(table, row.key.view());
  auto stored = co_await read(write.transaction, key);
  CO_TRY(stored);
  const auto before = parse(*stored);
  CO_TRY(before);
  const auto after = row.item ? std::optional(row.item->view()) : std::nullopt;
  const items::ItemChange change{.table = table, .key = key, .before = *before, .after = after};
  write.ruled.companions.push_back(items::buffer_change(write.transaction, change));
  co_return Status{};
}

}  // namespace partita::enforcement
