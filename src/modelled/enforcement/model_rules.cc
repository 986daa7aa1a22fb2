#include "modelled/enforcement/model_rules.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

#include "modelled/archives/archive_program.h"
#include "modelled/enforcement/api_refusal.h"
#include "modelled/enforcement/ruled_write.h"
#include "modelled/enforcement/tracked_rows.h"
#include "partita/value/measure.h"
#include "store/items/index_keys.h"
#include "store/items/item_key.h"
#include "store/items/shown_item.h"

namespace partita::enforcement {

Result<std::shared_ptr<const ModelRules>> ModelRules::create(
    std::shared_ptr<const model::Model> model, const model::Table& table, keys::TableId id,
    RuleContext context, std::vector<model::Migration> migrations) {
  auto compiled = TRY(rules::TableRules::compile(std::move(model), table, std::move(migrations)));
  std::shared_ptr<ModelRules> made(new ModelRules(std::move(compiled), id, context));
  const auto owner_of = [&rules = made->rules_](const ItemView& item) {
    return rules.owner_of(item);
  };
  auto rollups = TRY(rollups::RollupProgram::compile(made->model(), table, id, owner_of));
  if (!rollups->plans().empty()) made->rollups_ = std::move(rollups);
  auto searches = TRY(search::SearchProgram::compile(made->model(), table, id, owner_of));
  if (!searches->plans().empty()) made->searches_ = std::move(searches);
  auto syncs = TRY(syncs::SyncProgram::compile(made->model(), table, id, owner_of));
  if (!syncs->plans().empty()) made->syncs_ = std::move(syncs);
  auto archives = archives::ArchiveProgram::compile(made->model(), table, id, owner_of);
  if (!archives->plans().empty()) made->archives_ = std::move(archives);
  return std::shared_ptr<const ModelRules>(std::move(made));
}

Task<Status> ModelRules::load(const engine::View& view) const {
  if (rollups_) {
    Status rollups = co_await rollups_->building().load(view);
    CO_TRY(rollups);
  }
  if (searches_) {
    Status searches = co_await searches_->building().load(view);
    CO_TRY(searches);
  }
  if (archives_) {
    Status archives = co_await archives_->load(view);
    CO_TRY(archives);
  }
  co_return Status{};
}

model::Instant ModelRules::now() const {
  return std::chrono::time_point_cast<model::Duration>(context_.clock.wall_now());
}

model::Instant ModelRules::rollup_date() const {
  const auto trusted = context_.clock.trusted_now();
  return trusted ? std::chrono::floor<model::Duration>(*trusted) : model::Instant();
}

// What has no room for both forms stays as it is: the step `verify` finds it.
std::optional<EncodedItem> ModelRules::brought(const ItemView& item) const {
  auto caught_up = rules_.caught_up(item);
  const bool has_room = caught_up && size_bytes(caught_up->view()) <= kItemBytesMax;
  return has_room ? std::move(caught_up) : std::nullopt;
}

Result<std::optional<EncodedItem>> ModelRules::complete_keys(const ItemView& item) const {
  auto completed = rules_.complete_keys(item, now(), context_.random);
  if (!completed.ok()) return to_api_error(std::move(completed).error(), std::nullopt);
  return std::move(*completed);
}

Result<rules::RuleOutcome> ModelRules::judge(const items::ItemChange& change,
                                             const items::WriteOrigin& origin,
                                             const Number* last_version) const {
  const auto copy = [](const Number* number) {
    return number == nullptr ? std::nullopt : std::optional(*number);
  };
  const rules::JudgedWrite write{.kind = origin.kind,
                                 .before = change.before,
                                 .after = change.after,
                                 .now = now(),
                                 .targets = origin.targets,
                                 .role = origin.role,
                                 .correlation = origin.author.correlation,
                                 .expected = copy(origin.expected),
                                 .is_server = origin.is_server,
                                 .last_version = copy(last_version)};
  return rules_.twins().is_empty() ? rules_.judge(write, context_.random)
                                   : judge_twinned(change, write);
}

Result<rules::RuleOutcome> ModelRules::judge_twinned(const items::ItemChange& change,
                                                     rules::JudgedWrite write) const {
  const items::ShownImage before(change.table, change.before);
  write.before = before.view();
  auto twinned = TRY(rules_.twin(write));
  if (twinned.item) write.after = twinned.item->view();
  auto outcome = TRY(rules_.judge(write, context_.random));
  if (!outcome.filled) outcome.filled = std::move(twinned.item);
  if (change.after) {
    const ItemView stored = outcome.filled ? outcome.filled->view() : *change.after;
    const bool has_room = size_bytes(stored) <= kItemBytesMax;
    auto narrowed = has_room ? std::nullopt : rules_.narrowed(stored);
    if (narrowed) outcome.filled = std::move(narrowed);
  }
  std::ranges::move(twinned.violations, std::back_inserter(outcome.violations));
  return outcome;
}

// What DynamoDB asks of an item holds for one that the server has filled, too.
Status ModelRules::check_filled(const items::ItemChange& change,
                                const rules::RuleOutcome& outcome) const {
  const bool is_twinned = change.after && shows_items();
  if (!outcome.filled && !is_twinned) return {};
  const ItemView stored = outcome.filled ? outcome.filled->view() : *change.after;
  if (size_bytes(stored) > kItemBytesMax) {
    return api::invalid(
        std::string("Item size has exceeded the maximum allowed size") +
        (is_twinned ? "; while a migration is open, an item has both of its forms" : ""));
  }
  if (!outcome.filled) return {};
  return items::check_index_keys(change.table, {.item = stored, .before = change.before});
}

Task<Result<items::RuledChange>> ModelRules::apply(engine::Transaction& transaction,
                                                   const items::ItemChange& change,
                                                   const items::WriteOrigin& origin) const {
  const auto shown = origin.returns_item_on_failure ? change.before : std::nullopt;
  std::unique_ptr<const Number> last;
  if (rules_.has_versions() && !change.before && change.after) {
    auto found = co_await last_version(transaction, change);
    CO_TRY(found);
    last = std::move(*found);
  }
  auto outcome = judge(change, origin, last.get());
  if (!outcome.ok()) co_return to_api_error(std::move(outcome).error(), shown);
  // What is not there has no values to fill, to claim or to give up.
  assert(change.after || (!outcome->filled && outcome->claims.empty()));
  assert(change.before || outcome->releases.empty());
  Status filled = check_filled(change, *outcome);
  CO_TRY(filled);
  for (const auto& violation : outcome->violations) violations_.add(violation, now());
  if (outcome->late) late_writes_.add(*outcome->late, now());
  Write write{.transaction = transaction, .change = change, .outcome = std::move(*outcome)};
  Status read = co_await read_ahead(write);
  CO_TRY(read);
  Status released = co_await release_all(write);
  CO_TRY(released);
  if (rollups_) {
    Status kept = co_await keep_rollups(write, origin);
    CO_TRY(kept);
  }
  if (searches_) {
    Status kept = co_await keep_searches(write);
    CO_TRY(kept);
  }
  if (syncs_ || archives_) {
    Status told = co_await tell_others(write, origin.kind);
    CO_TRY(told);
  }
  Status companions = co_await write_companions(write);
  CO_TRY(companions);
  write.ruled.after = std::move(write.outcome.filled);
  if (LastSteps::are_needed(write.outcome)) {
    LastSteps::Subject subject{.key = Bytes(change.key),
                               .shown_on_failure = std::nullopt,
                               .time = change.time,
                               .kind = origin.kind,
                               .author = origin.author};
    if (shown) subject.shown_on_failure.emplace(*shown);
    write.ruled.pending =
        std::make_unique<LastSteps>(*this, std::move(subject), std::move(write.outcome));
  }
  co_return std::move(write.ruled);
}

Task<Status> ModelRules::keep_rollups(Write& write, const items::WriteOrigin& origin) const {
  const items::ItemChange& change = write.change;
  rollups::CountedChange counted{.key = change.key,
                                 .before = change.before,
                                 .after = change.after,
                                 .reason = origin.kind == WriteKind::Expire
                                               ? rollups::ChangeReason::Expired
                                               : rollups::ChangeReason::Write,
                                 .now = rollup_date()};
  if (write.outcome.filled) counted.after = write.outcome.filled->view();
  co_return co_await keep_rollups(write.transaction, counted);
}

Task<Status> ModelRules::keep_rollups(engine::Transaction& transaction,
                                      rollups::CountedChange change) const {
  assert(rollups_);  // A table without rollups counts nothing.
  auto admission = co_await rollups_->building().admit(transaction, change.key);
  CO_TRY(admission);
  rollups_->buffer(transaction, change, *admission);
  co_return Status{};
}

Task<Status> ModelRules::keep_searches(Write& write) const {
  const items::ItemChange& change = write.change;
  search::IndexedChange indexed{.key = change.key, .before = change.before, .after = change.after};
  if (write.outcome.filled) indexed.after = write.outcome.filled->view();
  co_return co_await keep_searches(write.transaction, indexed);
}

Task<Status> ModelRules::keep_searches(engine::Transaction& transaction,
                                       search::IndexedChange change) const {
  assert(searches_);  // A table without searches indexes nothing.
  auto admission = co_await searches_->building().admit(transaction, change.key);
  CO_TRY(admission);
  searches_->buffer(transaction, change, *admission);
  co_return Status{};
}

// The item before as requests see it: what a migration changes it may be stored in one form only.
Task<Status> ModelRules::tell_others(Write& write, WriteKind kind) const {
  const items::ItemChange& change = write.change;
  const items::ShownImage before(change.table, change.before);
  if (syncs_) {
    const auto& filled = write.outcome.filled;
    syncs::ToldChange told{.key = change.key,
                           .before = before.view(),
                           .after = filled ? filled->view() : change.after,
                           .now = now()};
    Status tracked =
        co_await track_change(write.transaction, {rules_, *syncs_, change.table, context_.random},
                              told, write.outcome.companions);
    CO_TRY(tracked);
    syncs_->buffer(write.transaction, told);
  }
  const bool is_gone = change.before && !change.after;
  if (!archives_ || !is_gone) co_return Status{};
  archives_->buffer(write.transaction,
                    {.image = *before.view(), .kind = kind, .time = change.time});
  co_return Status{};
}

void ModelRules::keep_syncs(engine::Transaction& transaction, syncs::ToldChange change) const {
  change.now = now();
  syncs_->buffer(transaction, change);
}

}  // namespace partita::enforcement
