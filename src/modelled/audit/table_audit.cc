#include "modelled/audit/table_audit.h"

#include <fmt/format.h>

#include <utility>

#include "engine/read_one.h"
#include "modelled/enforcement/unique_state.h"
#include "modelled/rollups/rollup_check.h"
#include "modelled/search/search_reader.h"
#include "store/expiry/expiry_time.h"
#include "store/expiry/queue_builder.h"
#include "store/items/sealed_rules.h"
#include "store/keys/unique_keys.h"

namespace partita::audit {
namespace {

// A table that changes while it is opened is opened again.
constexpr int kAttemptsMax = 20;

struct Opened {
  catalog::TablePointer table;
  std::unique_ptr<engine::View> moment;
};

// The table as it is at the moment: by the same rule as writers, by its epoch.
Task<Result<Opened>> open_moment(const engine::Engine& engine, const catalog::Catalog& catalog,
                                 std::string_view name) {
  for (int attempt = 0; attempt < kAttemptsMax; ++attempt) {
    Opened opened{.table = catalog.find(name), .moment = engine.snapshot()};
    if (!opened.table) co_return opened;
    const Bytes key = catalog::epoch_key(opened.table->id);
    const auto epoch = co_await engine::read_one(*opened.moment, key);
    CO_TRY(epoch);
    if (*epoch && **epoch == catalog::encode_epoch(opened.table->epoch)) co_return opened;
    Status reloaded = co_await catalog.reload(name);
    CO_TRY(reloaded);
  }
  co_return Error::unavailable(fmt::format("table {} changes all the time", name));
}

// Its items come and go without what hangs on them.
bool is_in_between(const catalog::Table& table) {
  return table.state == catalog::TableState::Deleting || table.is_restored();
}

}  // namespace

TableAudit::TableAudit(catalog::TablePointer table, std::unique_ptr<engine::View> moment,
                       Disagreements& disagreements, ReadWork& work)
    : table_(std::move(table)),
      moment_(std::move(moment)),
      audited_{*table_, *moment_, disagreements, work},
      rules_(enforcement::model_rules_of(*table_)) {
  if (table_->keeps_history()) history_ = std::make_unique<HistoryAudit>(audited_);
}

Task<Result<std::unique_ptr<TableAudit>>> TableAudit::open(const engine::Engine& engine,
                                                           const catalog::Catalog& catalog,
                                                           std::string_view name,
                                                           Disagreements& disagreements,
                                                           ReadWork& work) {
  auto opened = co_await open_moment(engine, catalog, name);
  CO_TRY(opened);
  if (!opened->table || is_in_between(*opened->table)) co_return std::unique_ptr<TableAudit>();
  std::unique_ptr<TableAudit> audit(
      new TableAudit(std::move(opened->table), std::move(opened->moment), disagreements, work));
  Status prepared = co_await audit->prepare(catalog.clock());
  CO_TRY(prepared);
  co_return audit;
}

Task<Status> TableAudit::prepare(const Clock& clock) {
  auto expected = co_await terms(clock);
  CO_TRY(expected);
  rollup_date_ = expected->rollup_date;
  items_ = std::make_unique<ItemAudit>(audited_, std::move(*expected));
  if (items::is_sealed(*table_)) {
    audited_.disagreements.leave_out(
        fmt::format("table {}: its rules cannot be read, so entries of indexes, unique values, "
                    "rollups and searches were not compared",
                    table_->name));
  }
  co_return Status{};
}

// What depends on the time is asked after the moment is fixed: no write in it is of a later time.
Task<Result<ItemTerms>> TableAudit::terms(const Clock& clock) const {
  ItemTerms terms{.now_second = expiry::second_of(clock.wall_now()), .rules = rules_};
  const auto has_queue = co_await expiry::is_queue_complete(*moment_, *table_);
  CO_TRY(has_queue);
  terms.has_queue = *has_queue;
  if (rules_ == nullptr) co_return terms;
  terms.rollup_date = rules_->rollup_date();
  for (const rules::UniqueClaim& constraint : rules_->rules().constraints()) {
    const Bytes key = keys::unique_state_key(table_->id, constraint.constraint_id());
    const auto stored = co_await engine::read_one(*moment_, key);
    CO_TRY(stored);
    const auto state = enforcement::decode_unique_state(*stored);
    CO_TRY(state);
    terms.are_claimed.push_back(state->kind == enforcement::UniqueState::Kind::Complete);
  }
  if (rules_->searches() != nullptr) {
    for (const auto& plan : rules_->searches()->plans()) {
      auto position =
          co_await building::read_position(*moment_, plan_rows(plan.ref()).position_key);
      CO_TRY(position);
      terms.search_positions.push_back(std::move(*position));
    }
  }
  if (rules_->rollups() == nullptr) co_return terms;
  for (const auto& plan : rules_->rollups()->plans()) {
    auto position = co_await building::read_position(*moment_, plan_rows(plan.ref()).position_key);
    CO_TRY(position);
    terms.positions.push_back(std::move(*position));
  }
  co_return terms;
}

void TableAudit::add_row_audits() {
  if (table_->has_local_indexes()) {
    rows_.push_back(audit_collections(audited_, items_->of_collections()));
  }
  if (rules_ != nullptr) {
    const auto constraints = rules_->rules().constraints();
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      rows_.push_back(audit_claims(audited_, *rules_, constraints[i], items_->of_constraint(i)));
    }
  }
  if (rules_ != nullptr && rules_->searches() != nullptr) {
    const auto plans = rules_->searches()->plans();
    for (std::size_t i = 0; i < plans.size(); ++i) {
      searches_.push_back(std::make_unique<SearchAudit>(audited_, plans[i], items_->of_search(i),
                                                        items_->words_of_search(i)));
    }
  }
  if (rules_ != nullptr && rules_->syncs() != nullptr) {
    syncs_ = std::make_unique<SyncAudit>(audited_, *rules_->syncs());
  }
  if (items::is_sealed(*table_)) return;
  for (std::size_t i = 0; i < table_->indexes.size(); ++i) {
    const catalog::Index& index = table_->indexes[i];
    if (index.is_written()) rows_.push_back(audit_entries(audited_, index, items_->of_index(i)));
  }
}

Task<Status> TableAudit::compare_rollups() {
  for (const auto& totals : items_->totals()) {
    const auto sentences =
        co_await rollups::compare_rows(*moment_, totals.plan(), totals, rollup_date_);
    CO_TRY(sentences);
    for (const std::string& sentence : *sentences) audited_.report(Aspect::Rollup, "", sentence);
  }
  co_return Status{};
}

Task<Result<bool>> TableAudit::step() {
  if (!are_items_done_) {
    const auto more = co_await items_->step();
    CO_TRY(more);
    are_items_done_ = !*more;
    if (are_items_done_) add_row_audits();
    co_return true;
  }
  if (!rows_.empty()) {
    const auto more = co_await rows_.back()->step();
    CO_TRY(more);
    if (!*more) rows_.pop_back();
    co_return true;
  }
  if (!searches_.empty()) {
    const auto more = co_await searches_.back()->step();
    CO_TRY(more);
    if (!*more) searches_.pop_back();
    co_return true;
  }
  if (syncs_ != nullptr) {
    const auto more = co_await syncs_->step();
    CO_TRY(more);
    if (!*more) syncs_ = nullptr;
    co_return true;
  }
  if (!are_rollups_done_) {
    Status compared = co_await compare_rollups();
    CO_TRY(compared);
    are_rollups_done_ = true;
    co_return true;
  }
  if (history_ == nullptr) co_return false;
  const auto more = co_await history_->step();
  CO_TRY(more);
  if (!*more) history_ = nullptr;
  co_return history_ != nullptr;
}

}  // namespace partita::audit
