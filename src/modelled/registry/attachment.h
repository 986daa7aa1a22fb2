#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dynamodb/operations/context.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/apply_progress.h"
#include "modelled/registry/held_model.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/jobs/jobs.h"

// Attaches the rules of models to the tables of the catalog; the rules of a table are stored with
// it (catalog::RulesReference). Whenever the rules of a table change, rows of rollups and
// constraints that the rules do not have are erased before and after the change. So all rows that
// are found there were updated without a gap.
//
// REQUIRES, for all functions that change rules: no background job of models is running
// (Upkeep::hold), on any server.
namespace partita::registry {

using Extension = std::shared_ptr<const catalog::TableExtension>;

// The reference of tables with the rules of this record.
catalog::RulesReference reference_of(const ModelRecord& record);

// The extension of a stored table of the model: its rules, with all that they need to know about
// the data; null if the model has none for it; an extension that refuses all writes if the rules
// cannot be used.
// ERRORS: Corrupt; those of the engine.
Task<Result<Extension>> extension_by(const operations::Context& context, const HeldModel& held,
                                     const catalog::Table& table,
                                     const enforcement::RuleContext& rule_context);

// Before the first write: hangs the rules on those tables that refer to them, and in a store that
// this program has alone on all tables of the model, for the time until settle_rules. Returns what
// is not as it should be, a sentence each: a table that is not there, rules that cannot be kept:
// writes of such a table are refused. ERRORS: Corrupt; those of the engine.
Task<Result<std::vector<std::string>>> attach_at_start(
    operations::Context& context, const HeldModel& held,
    const enforcement::RuleContext& rule_context);

// The rules of a model's tables, by the names of the tables.
using CompiledRules =
    std::map<std::string, std::shared_ptr<const enforcement::ModelRules>, std::less<>>;

// The rules of all tables of the model, those that are not there yet among them: so it is known
// before anything is done whether they can be kept at all.
// ERRORS: InvalidArgument, naming what cannot be kept.
Result<CompiledRules> compile_rules(const operations::Context& context, const HeldModel& held,
                                    const enforcement::RuleContext& rule_context);

// The rules of one table, beside writers; null: they are compiled here. `stored` is as the catalog
// shows it.
// ERRORS: InvalidArgument if they cannot be kept; those of the engine.
Task<Status> attach_table(operations::Context& context, const HeldModel& held,
                          const catalog::Table& stored,
                          const enforcement::RuleContext& rule_context,
                          std::shared_ptr<const enforcement::ModelRules> rules = nullptr);

// The same for all tables of the model. A table that is on its way is waited for: the jobs must
// run. Rules that are compiled already are not compiled again. ERRORS: InvalidArgument if rules
// cannot be kept; those of the engine.
Task<Status> attach_rules(operations::Context& context, jobs::Jobs& jobs, const HeldModel& held,
                          const enforcement::RuleContext& rule_context,
                          CompiledRules compiled = {});

// Refuses all writes to the tables of a model whose file this program cannot read. If its tables
// are not known, refuses writes to all tables without a model. Called before the first write, when
// all other models are attached.
void seal_tables(operations::Context& context, const ModelRecord& record);
// The extension that refuses all writes, because the rules of the model cannot be read.
Extension sealed(std::string_view model, std::string_view why);
// What seals a table that refers to no rules, or null if it is not the model's.
Extension sealed_by(const ModelRecord& record, const catalog::Table& table);
// The sealed tables that are the model's, or may be.
std::vector<catalog::TablePointer> sealed_tables(const operations::Context& context,
                                                 const ModelRecord& record);

// Removes rules from tables.
Task<Status> detach_tables(operations::Context& context,
                           const std::vector<catalog::TablePointer>& tables);

// Removes the rules from the tables that only the former model has.
Task<Status> detach_former_tables(operations::Context& context, const model::Model& former,
                                  const model::Model& wanted);

// Builds the model's unique constraints from the items of its tables, and the rollups of small
// tables; background jobs do the rest.
// ERRORS: Corrupt; those of the engine.
Task<Status> build_first(operations::Context& context, const model::Model& model,
                         const Report& report);

// Whether every existing table of the model has its rules.
bool is_attached(const catalog::Catalog& catalog, const HeldModel& held);

// The rules for a table that is being created, of the model that declares it; nullopt: no model
// does.
std::optional<catalog::RulesReference> rules_of_new_table(
    const std::vector<HeldPointer>& models, const catalog::Table& table,
    const enforcement::RuleContext& rule_context);

}  // namespace partita::registry
