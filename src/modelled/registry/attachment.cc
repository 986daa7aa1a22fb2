#include "modelled/registry/attachment.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "modelled/enforcement/leftovers.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/enforcement/unique_builder.h"
#include "modelled/registry/step_execution.h"
#include "modelled/rollups/rollup_builder.h"
#include "modelled/search/search_builder.h"
#include "partita/base/check.h"
#include "store/items/sealed_rules.h"

namespace partita::registry {
namespace {

using enforcement::ModelRules;
using enforcement::RuleContext;
using model::Enforcement;
using RulesPointer = std::shared_ptr<const ModelRules>;

// Null if the file switches them off: then nothing is checked, kept or counted.
Result<RulesPointer> make_rules(const HeldModel& held, const model::Table& table, keys::TableId id,
                                const RuleContext& rule_context) {
  if (table.enforcement == Enforcement::Off) return RulesPointer();
  return ModelRules::create(held.model, table, id, rule_context,
                            migrations_at(*held.model, held.record.migrations));
}

// Reads what the rules need to know of the data that they have kept.
Task<Status> load(const operations::Context& context, const RulesPointer& rules) {
  return rules ? rules->load(context.engine) : Task<Status>::ready({});
}

Task<Status> replace_rules(operations::Context& context, const catalog::Table& stored,
                           RulesPointer rules, std::optional<catalog::RulesReference> reference) {
  const ModelRules* next = rules.get();
  Status marked = co_await enforcement::mark_leftovers(context.engine, stored.id);
  CO_TRY(marked);
  Status extended = co_await context.catalog.extend(stored.name, rules, std::move(reference));
  CO_TRY(extended);
  co_return co_await enforcement::clear_leftovers(context.engine, stored.id, next);
}

bool has_key_of(const catalog::Table& stored, const model::Table& table) {
  const auto& key = stored.key;
  const bool has_sort = !key.sort.empty();
  return key.partition.front().name == table.partition_key && has_sort == table.has_sort_key() &&
         (!has_sort || key.sort.front().name == table.sort_key);
}

bool is_named(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Task<Status> build_claims(operations::Context& context, const catalog::Table& table,
                          const Report& report) {
  using Builder = enforcement::UniqueBuilder;
  Builder builder(context.engine, *enforcement::model_rules_of(table));
  Status again = co_await builder.look_again();
  CO_TRY(again);
  while (true) {
    auto built = co_await builder.build_some();
    CO_TRY(built);
    if (*built == Builder::Build::Done) co_return Status{};
    Status told = tell(report, {.table = table.name, .activity = "claiming unique values"});
    CO_TRY(told);
    co_await pause(std::chrono::nanoseconds(0));
  }
}

Task<Status> begin_rollups(operations::Context& context, const ModelRules& rules) {
  if (rules.rollups() == nullptr) co_return Status{};
  rollups::RollupBuilder builder(context.engine, *rules.rollups());
  auto built = co_await builder.build_some(rules.rollup_date());
  // Writers that are in the way are the upkeep's business.
  if (built.ok() || built.error().kind() == ErrorKind::Conflict) co_return Status{};
  co_return std::move(built).error();
}

// Of a table without items this is all of it.
Task<Status> begin_searches(operations::Context& context, const ModelRules& rules) {
  if (rules.searches() == nullptr) co_return Status{};
  search::SearchBuilder builder(context.engine, *rules.searches());
  auto built = co_await builder.build_some();
  // Writers that are in the way are the upkeep's business.
  if (built.ok() || built.error().kind() == ErrorKind::Conflict) co_return Status{};
  co_return std::move(built).error();
}

}  // namespace

Extension sealed(std::string_view model, std::string_view why) {
  return std::make_shared<const items::SealedRules>(
      fmt::format("Writes to this table are refused, because the rules of model {} cannot be read "
                  "by this version of Partita: {}",
                  model, why));
}

catalog::RulesReference reference_of(const ModelRecord& record) {
  return {.model = record.name, .incarnation = record.incarnation};
}

Task<Result<Extension>> extension_by(const operations::Context& context, const HeldModel& held,
                                     const catalog::Table& table, const RuleContext& rule_context) {
  const model::Table* wanted = held.model->find_table_named(table.name);
  if (wanted == nullptr || !wanted->notes.is_live) co_return Extension();
  auto rules = make_rules(held, *wanted, table.id, rule_context);
  if (!rules.ok() && rules.error().kind() == ErrorKind::InvalidArgument) {
    co_return sealed(held.record.name, rules.error().message());
  }
  CO_TRY(rules);
  Status loaded = co_await load(context, *rules);
  CO_TRY(loaded);
  co_return Extension(std::move(*rules));
}

Task<Result<std::vector<std::string>>> attach_at_start(operations::Context& context,
                                                       const HeldModel& held,
                                                       const RuleContext& rule_context) {
  std::vector<std::string> warnings;
  for (const model::Table& table : held.model->tables) {
    if (!table.notes.is_live) continue;
    const auto stored = context.catalog.find(table.name);
    if (!stored) {
      warnings.push_back(fmt::format("model {}: its table {} is not there; apply it again",
                                     held.record.name, table.name));
      continue;
    }
    if (context.catalog.is_shared() && stored->rules != reference_of(held.record)) continue;
    auto rules = co_await extension_by(context, held, *stored, rule_context);
    CO_TRY(rules);
    if (*rules && (*rules)->is_sealed()) {
      const auto made = make_rules(held, table, stored->id, rule_context);
      warnings.push_back(fmt::format(
          "model {}: the rules of table {} cannot be kept, so all writes to it are refused: {}",
          held.record.name, table.name, made.error().message()));
    }
    context.catalog.extend_at_start(table.name, std::move(*rules));
  }
  co_return warnings;
}

Result<CompiledRules> compile_rules(const operations::Context& context, const HeldModel& held,
                                    const RuleContext& rule_context) {
  CompiledRules compiled;
  for (const model::Table& table : held.model->tables) {
    if (!table.notes.is_live) continue;
    const auto stored = context.catalog.find(table.name);
    const keys::TableId id = stored ? stored->id : keys::TableId();
    compiled[table.name] = TRY(make_rules(held, table, id, rule_context));
  }
  return compiled;
}

Task<Status> attach_table(operations::Context& context, const HeldModel& held,
                          const catalog::Table& stored, const RuleContext& rule_context,
                          RulesPointer rules) {
  const model::Table* wanted = held.model->find_table_named(stored.name);
  PARTITA_CHECK(wanted != nullptr && wanted->notes.is_live);
  // Of the rules that it has so far: those of a model that cannot be read may need all.
  if (!items::is_sealed(stored)) {
    Status erased = co_await enforcement::erase_leftovers(context.engine, stored.id,
                                                          enforcement::model_rules_of(stored));
    CO_TRY(erased);
  }
  if (!rules || rules->table_id() != stored.id) {
    auto made = make_rules(held, *wanted, stored.id, rule_context);
    CO_TRY(made);
    rules = std::move(*made);
  }
  PARTITA_CHECK(!rules || rules->table_id() == stored.id);
  Status loaded = co_await load(context, rules);
  CO_TRY(loaded);
  co_return co_await replace_rules(context, stored, std::move(rules), reference_of(held.record));
}

Task<Status> attach_rules(operations::Context& context, jobs::Jobs& jobs, const HeldModel& held,
                          const RuleContext& rule_context, CompiledRules compiled) {
  for (const model::Table& table : held.model->tables) {
    if (!table.notes.is_live || !context.catalog.find(table.name)) continue;
    // A table that was left half done is finished before it is ruled.
    Status settled = co_await wait_until_settled(context, jobs, table.name, {});
    CO_TRY(settled);
    const auto stored = context.catalog.find(table.name);
    if (!stored) continue;
    Status attached = co_await attach_table(context, held, *stored, rule_context,
                                            std::move(compiled[table.name]));
    CO_TRY(attached);
  }
  co_return Status{};
}

Extension sealed_by(const ModelRecord& record, const catalog::Table& table) {
  const bool may_be_own = !record.tables || is_named(*record.tables, table.name);
  return may_be_own ? sealed(record.name, "its file is not understood") : nullptr;
}

void seal_tables(operations::Context& context, const ModelRecord& record) {
  for (const auto& table : context.catalog.list_after("", SIZE_MAX)) {
    const bool is_ruled = table->extension || table->rules;
    auto rules = is_ruled ? nullptr : sealed_by(record, *table);
    if (rules) context.catalog.extend_at_start(table->name, std::move(rules));
  }
}

std::vector<catalog::TablePointer> sealed_tables(const operations::Context& context,
                                                 const ModelRecord& record) {
  std::vector<catalog::TablePointer> tables;
  for (auto& table : context.catalog.list_after("", SIZE_MAX)) {
    if (items::is_sealed(*table) && sealed_by(record, *table)) tables.push_back(std::move(table));
  }
  return tables;
}

Task<Status> detach_tables(operations::Context& context,
                           const std::vector<catalog::TablePointer>& tables) {
  for (const auto& table : tables) {
    Status detached = co_await replace_rules(context, *table, nullptr, std::nullopt);
    CO_TRY(detached);
  }
  co_return Status{};
}

Task<Status> detach_former_tables(operations::Context& context, const model::Model& former,
                                  const model::Model& wanted) {
  for (const model::Table& table : former.tables) {
    const auto* still = wanted.find_table_named(table.name);
    const bool stays = still != nullptr && still->notes.is_live;
    const auto stored = context.catalog.find(table.name);
    if (stays || !stored) continue;
    Status detached = co_await replace_rules(context, *stored, nullptr, std::nullopt);
    CO_TRY(detached);
  }
  co_return Status{};
}

Task<Status> build_first(operations::Context& context, const model::Model& model,
                         const Report& report) {
  for (const model::Table& table : model.tables) {
    const auto stored = context.catalog.find(table.name);
    if (!table.notes.is_live || !stored || enforcement::model_rules_of(*stored) == nullptr)
      continue;
    Status begun = co_await begin_rollups(context, *enforcement::model_rules_of(*stored));
    CO_TRY(begun);
    Status indexed = co_await begin_searches(context, *enforcement::model_rules_of(*stored));
    CO_TRY(indexed);
    Status claimed = co_await build_claims(context, *stored, report);
    // The rules hold; the upkeep goes on with the rest.
    const bool is_busy = !claimed.ok() && claimed.error().kind() == ErrorKind::Conflict;
    if (!is_busy) CO_TRY(claimed);
  }
  co_return Status{};
}

bool is_attached(const catalog::Catalog& catalog, const HeldModel& held) {
  const auto& tables = held.model->tables;
  return std::all_of(tables.begin(), tables.end(), [&](const model::Table& table) {
    const auto stored = catalog.find(table.name);
    if (!stored || !table.notes.is_live) return true;
    const bool is_ruled = table.enforcement != Enforcement::Off;
    return stored->rules == reference_of(held.record) &&
           (!is_ruled || enforcement::model_rules_of(*stored) != nullptr);
  });
}

// A table with another key is not the one that the model means.
std::optional<catalog::RulesReference> rules_of_new_table(const std::vector<HeldPointer>& models,
                                                          const catalog::Table& table,
                                                          const RuleContext& rule_context) {
  for (const HeldPointer& held : models) {
    const model::Table* wanted = held->model->find_table_named(table.name);
    if (wanted == nullptr || !wanted->notes.is_live || !has_key_of(table, *wanted)) continue;
    if (make_rules(*held, *wanted, table.id, rule_context).ok()) return reference_of(held->record);
  }
  return std::nullopt;
}

}  // namespace partita::registry
