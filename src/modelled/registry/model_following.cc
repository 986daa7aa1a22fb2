#include <algorithm>
#include <utility>

#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/attachment.h"
#include "modelled/registry/environments.h"
#include "modelled/registry/model_store.h"
#include "modelled/registry/planner.h"
#include "modelled/registry/record_store.h"
#include "modelled/registry/rules_settlement.h"

// How a ModelStore keeps in step with what is stored: after a crash, and with other servers.

namespace partita::registry {
namespace {

bool is_same(const ModelRecord& left, const ModelRecord& right) {
  return left.name == right.name && encode_record(left) == encode_record(right);
}

}  // namespace

std::optional<catalog::RulesReference> ModelStore::rules_of_new(const catalog::Table& table) const {
  return rules_of_new_table(list(), table, rule_context());
}

Task<Result<Extension>> ModelStore::extension_of(const catalog::Table& table) const {
  if (!table.rules) co_return seal_of(table);
  const auto held = find(table.rules->model);
  if (held && reference_of(held->record) == *table.rules) {
    co_return co_await extension_by(context_, *held, table, rule_context());
  }
  // The table may refer to an older one, because a newer one is just being applied.
  auto record =
      co_await load_incarnation(context_.engine, table.rules->model, table.rules->incarnation);
  CO_TRY(record);
  if (!*record) co_return sealed(table.rules->model, "it is not stored");
  auto model = read_record(**record);
  if (!model.ok()) co_return sealed(table.rules->model, "its file is not understood");
  const HeldModel former{std::move(**record), std::move(*model)};
  co_return co_await extension_by(context_, former, table, rule_context());
}

Task<Status> ModelStore::attach_others() {
  for (const auto& table : context_.catalog.list_after("", SIZE_MAX)) {
    if (!table->rules) continue;
    const auto held = find(table->rules->model);
    if (held && held->record.name == table->rules->model) {
      const bool is_attached =
          reference_of(held->record) == *table->rules || !context_.catalog.is_shared();
      if (is_attached) continue;
    }
    auto extension = co_await extension_of(*table);
    CO_TRY(extension);
    context_.catalog.extend_at_start(table->name, std::move(*extension));
  }
  co_return Status{};
}

// Whoever changes models here shows by itself what it has changed.
Task<Status> ModelStore::follow() { return is_applying_ ? Task<Status>::ready({}) : load_again(); }

Task<Status> ModelStore::load_again() {
  auto records = co_await load_records(context_.engine);
  CO_TRY(records);
  std::vector<ModelRecord> unread;
  const auto before = list();
  for (ModelRecord& record : *records) {
    const auto held = find_held(before, record.name);
    if (held && is_same(held->record, record)) continue;
    auto model = read_record(record);
    if (!model.ok()) {
      withdraw(record.name);
      unread.push_back(std::move(record));
      continue;
    }
    publish(std::make_shared<const HeldModel>(HeldModel{std::move(record), std::move(*model)}));
  }
  for (const HeldPointer& held : before) {
    const bool is_stored = std::ranges::any_of(
        *records, [&](const ModelRecord& record) { return record.name == held->record.name; });
    // Those that have moved to where they are held have no name any more.
    const bool is_shown = find(held->record.name) != held;
    if (!is_stored && !is_shown) withdraw(held->record.name);
  }
  const MutexLock lock(mutex_);
  unread_ = std::move(unread);
  co_return Status{};
}

Task<Status> ModelStore::settle() {
  if (is_applying_) co_return Status{};
  StoredModels models{.held = list(), .unread = {}};
  {
    const MutexLock lock(mutex_);
    models.unread = unread_;
  }
  co_return co_await settle_rules(context_, models, rule_context());
}

Task<Status> ModelStore::begin_change() {
  if (is_applying_.exchange(true)) {
    co_return Error::conflict("another model is being applied; try again when it is done");
  }
  Status begun;
  if (jobs_.leases() != nullptr) begun = co_await jobs_.leases()->reserve(std::string(kUpkeepLane));
  if (begun.ok() && context_.catalog.is_shared()) begun = co_await load_again();
  if (begun.ok() && context_.catalog.is_shared()) {
    auto followed = co_await context_.catalog.follow();
    if (!followed.ok()) begun = std::move(followed).error();
  }
  if (begun.ok()) co_return begun;
  is_applying_ = false;
  if (begun.error().kind() == ErrorKind::Conflict) {
    co_return Error::conflict(
        "another server is applying or removing a model; try again when it is done");
  }
  co_return begun;
}

Task<Status> ModelStore::end_change(bool is_done) {
  Status loaded;
  if (!is_done && context_.catalog.is_shared()) loaded = co_await load_again();
  is_applying_ = false;
  if (jobs_.leases() == nullptr) co_return loaded;
  // If that fails, others can apply models only once this server has ended.
  Status kept = co_await jobs_.leases()->keep(std::string(kUpkeepLane));
  co_return loaded.ok() ? std::move(kept) : std::move(loaded);
}

}  // namespace partita::registry
