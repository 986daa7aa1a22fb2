#include "modelled/registry/rules_settlement.h"

#include <algorithm>
#include <string_view>

#include "engine/read_one.h"
#include "modelled/enforcement/leftovers.h"
#include "modelled/registry/attachment.h"
#include "store/items/sealed_rules.h"

namespace partita::registry {
namespace {

using enforcement::RuleContext;

// Whether the table still has rules by what it refers to. Those of a model that cannot be read are
// for others to judge.
bool has_its_model(const StoredModels& models, const catalog::Table& table) {
  const auto is_named = [&](const ModelRecord& record) {
    return record.name == table.rules->model;
  };
  if (std::ranges::any_of(models.unread, is_named)) return true;
  const auto held = std::ranges::find_if(
      models.held, [&](const HeldPointer& each) { return is_named(each->record); });
  if (held == models.held.end()) return false;
  const model::Table* wanted = (*held)->model->find_table_named(table.name);
  return wanted != nullptr && wanted->notes.is_live;
}

// Rules that cannot be kept are those of a table whose writes are refused: it stays so.
// A table that was made with another key is not the model's.
Task<Status> attach_all(operations::Context& context, const HeldPointer& held,
                        const RuleContext& rule_context) {
  const catalog::RulesReference reference = reference_of(held->record);
  for (const model::Table& table : held->model->tables) {
    const auto stored = context.catalog.find(table.name);
    const bool is_wanted = table.notes.is_live && stored && !stored->is_in_doubt &&
                           stored->state == catalog::TableState::Active;
    if (!is_wanted || stored->rules == reference) continue;
    if (rules_of_new_table({held}, *stored, rule_context) != reference) continue;
    Status attached = co_await attach_table(context, *held, *stored, rule_context);
    CO_TRY(attached);
  }
  co_return Status{};
}

Task<Status> detach_lost(operations::Context& context, const StoredModels& models) {
  std::vector<catalog::TablePointer> lost;
  for (const auto& table : context.catalog.list_after("", SIZE_MAX)) {
    const bool is_whole = !table->is_in_doubt && table->state != catalog::TableState::Deleting;
    if (is_whole && table->rules && !has_its_model(models, *table)) lost.push_back(table);
  }
  co_return co_await detach_tables(context, lost);
}

// A mark of a table that this program does not know belongs to one that is gone, or that another
// server has made.
Task<Status> forget_if_gone(operations::Context& context, keys::TableId table) {
  const Bytes key = catalog::epoch_key(table);
  auto epoch = co_await engine::read_one(context.engine, key);
  CO_TRY(epoch);
  if (*epoch) co_return Status{};
  co_return co_await enforcement::forget_leftovers(context.engine, table);
}

Task<Status> clear_marked(operations::Context& context) {
  auto marked = co_await enforcement::marked_tables(context.engine);
  CO_TRY(marked);
  if (marked->empty()) co_return Status{};
  const auto tables = context.catalog.list_after("", SIZE_MAX);
  for (const keys::TableId id : *marked) {
    const auto at = std::ranges::find_if(tables, [&](const auto& each) { return each->id == id; });
    if (at != tables.end() && items::is_sealed(**at)) continue;
    if (at == tables.end()) {
      Status forgotten = co_await forget_if_gone(context, id);
      CO_TRY(forgotten);
      continue;
    }
    Status cleared = co_await enforcement::clear_leftovers(context.engine, id,
                                                           enforcement::model_rules_of(**at));
    CO_TRY(cleared);
  }
  co_return Status{};
}

}  // namespace

Task<Status> settle_rules(operations::Context& context, const StoredModels& models,
                          const RuleContext& rule_context) {
  for (const HeldPointer& held : models.held) {
    Status attached = co_await attach_all(context, held, rule_context);
    CO_TRY(attached);
  }
  Status detached = co_await detach_lost(context, models);
  CO_TRY(detached);
  co_return co_await clear_marked(context);
}

}  // namespace partita::registry
