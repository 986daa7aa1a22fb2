#include "modelled/registry/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/definition/model_head.h"
#include "model/definition/unserved.h"
#include "model/rules/stale_keys.h"
#include "modelled/registry/environments.h"
#include "modelled/registry/rule_changes.h"
#include "modelled/registry/scaling_difference.h"
#include "modelled/registry/table_difference.h"
#include "modelled/rollups/rollup_plan.h"

namespace partita::registry {
namespace {

// A table serves one model: two could not both have the last word on an item.
bool is_taken(const PlanInput& input, const model::Table& table, ApplyPlan& plan) {
  for (const HeldPointer& other : input.held) {
    if (other->record.name == held_name(input.wanted)) continue;
    if (other->model->find_table_named(table.name) == nullptr) continue;
    plan.obstacles.push_back(
        fmt::format("table {} belongs to the model {} already", table.name, other->record.name));
    return true;
  }
  return false;
}

void plan_table(const PlanInput& input, const model::Table& table, const model::Model* former,
                ApplyPlan& plan) {
  if (is_taken(input, table, plan)) return;
  const ModelTable wanted{input.wanted, table};
  const auto stored = input.catalog.find(table.name);
  if (!stored) return add_table(wanted, plan);
  if (stored->state == catalog::TableState::Deleting) {
    plan.obstacles.push_back(fmt::format("table {} is being deleted", table.name));
    return;
  }
  const TableComparison tables{
      .wanted = wanted,
      .stored = *stored,
      .former = former == nullptr ? nullptr : former->find_table_named(table.name)};
  compare_keys(tables, plan);
  compare_settings(tables, plan);
  compare_indexes(tables, plan);
}

// A table keeps its rules until somebody says that they are to go.
void note_unruled(const PlanInput& input, const std::string& table, ApplyPlan& plan) {
  const model::Table* still = input.wanted.find_table_named(table);
  const bool stays = still != nullptr && still->notes.is_live;
  if (!stays && input.catalog.find(table)) plan.unruled.push_back(table);
}

// Of a table that the model before had.
void plan_removal(const PlanInput& input, const std::string& table, ApplyPlan& plan) {
  if (input.wanted.find_table_named(table) != nullptr || !input.catalog.find(table)) return;
  plan.steps.push_back({.mark = Mark::Remove,
                        .table = table,
                        .what = "table",
                        .detail = "with all of its items",
                        .action = api::DeleteTableRequest{table},
                        .removes = true});
}

// What becomes of the tables that only the model before had.
void plan_former_tables(const PlanInput& input, const model::Model* former, ApplyPlan& plan) {
  if (former != nullptr) {
    for (const model::Table& table : former->tables) plan_removal(input, table.name, plan);
    for (const model::Table& table : former->tables) {
      if (table.notes.is_live) note_unruled(input, table.name, plan);
    }
  } else if (input.unread && input.unread->tables) {
    for (const std::string& table : *input.unread->tables) plan_removal(input, table, plan);
    for (const std::string& table : *input.unread->tables) note_unruled(input, table, plan);
  }
}

bool is_same(const ModelSource& left, const ModelSource& right) {
  return left.text == right.text && left.params == right.params;
}

// Who takes a file from yesterday, or forgets to count up, is told before others wonder.
void check_version(const PlanInput& input, const HeldModel& held, ApplyPlan& plan) {
  const int former = held.record.version;
  const bool goes_up = input.wanted.version > former;
  if (goes_up || model::say_the_same(held.record.source.text, input.source.text)) return;
  plan.needs_force =
      input.wanted.version == former
          ? fmt::format(
                "the file is not the one that is in force, but its version is {}, too; "
                "raise `version`, or apply it with --force",
                former)
          : fmt::format(
                "version {} is in force, which is newer than the file's {}; raise "
                "`version`, or go back to the file's with --force",
                former, input.wanted.version);
}

// A rollup that cannot be kept is told before anything is done.
void check_rollups(const PlanInput& input, ApplyPlan& plan) {
  for (const model::Rollup& rollup : input.wanted.rollups) {
    if (!rollup.notes.is_live) continue;
    const auto kept = rollups::RollupPlan::compile(input.wanted, rollup, keys::TableId());
    if (!kept.ok()) plan.obstacles.push_back(kept.error().message());
  }
}

MigrationStates states_in(const PlanInput& input, const HeldPointer& held) {
  if (held) return held->record.migrations;
  return input.unread ? input.unread->migrations : MigrationStates();
}

}  // namespace

ApplyPlan make_plan(const PlanInput& input) {
  ApplyPlan plan{.model = input.wanted.name,
                 .environment = input.wanted.environment,
                 .version = input.wanted.version};
  const auto held = find_held(input.held, held_name(input.wanted));
  const model::Model* former = held ? held->model.get() : nullptr;
  if (held) plan.former_version = held->record.version;
  const bool has_main = find_main(input.held, input.wanted.name) != nullptr;
  const bool is_derived = held && held->record.derivation == rules::kDerivation;
  plan.is_applied = is_derived && has_main && is_same(held->record.source, input.source);
  if (held) check_version(input, *held, plan);
  for (const model::Table& table : input.wanted.tables) {
    if (table.notes.is_live) plan_table(input, table, former, plan);
  }
  compare_scaling(input, former, plan);
  plan_former_tables(input, former, plan);
  check_rollups(input, plan);
  for (std::string& why : obstacles_of(input.wanted, former, states_in(input, held))) {
    plan.obstacles.push_back(std::move(why));
  }
  for (const auto& declared : model::unserved(input.wanted)) {
    plan.unserved.push_back(model::to_text(declared));
  }
  plan.rule_changes = compare_rules(former, input.wanted);
  return plan;
}

HeldPointer find_held(const std::vector<HeldPointer>& held, std::string_view name) {
  const auto found = std::find_if(held.begin(), held.end(),
                                  [&](const auto& each) { return each->record.name == name; });
  return found == held.end() ? nullptr : *found;
}

}  // namespace partita::registry
