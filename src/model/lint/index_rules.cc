#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "model/lint/key_cardinality.h"
#include "model/lint/rule_groups.h"
#include "model/planning/key_part.h"

namespace partita::lint {
namespace {

constexpr std::size_t kFewPartitions = 32;

double usd_of(const Cost& cost, const model::Index& index) {
  double usd = 0;
  for (const auto& line : cost.lines) {
    if (line.index == &index && line.kind != CostLine::Kind::Read) usd += line.usd_per_month;
  }
  return usd;
}

std::vector<const PatternOutcome*> users_of(const LintContext& context, const model::Index& index) {
  std::vector<const PatternOutcome*> users;
  for (const auto& plan : context.plans()) {
    const auto* read = plan.read();
    const bool is_forced = plan.pattern->index == &index;
    if (is_forced || (read != nullptr && read->index == &index)) users.push_back(&plan);
  }
  return users;
}

void report_unused(LintContext& context, const model::Index& index) {
  const double usd = usd_of(context.cost(), index);
  context.report(
      "L205", {index.notes.place, index.name, fmt::format("{} is used by no pattern", index.name),
               "drop it, or state the pattern that needs it", usd});
}

// The index that serves the pattern as well without this one; null if none does.
const model::Index* substitute(const LintContext& context, const PatternOutcome& user,
                               const model::Index& index) {
  const auto* plan = user.read();
  if (plan == nullptr || user.pattern->index != nullptr) return nullptr;
  const auto other = planning::plan_pattern(context.model(), *user.pattern, {.without = &index});
  const auto* other_plan = other.plan ? other.plan->read() : nullptr;
  const bool is_as_good = other_plan != nullptr && other_plan->index != nullptr &&
                          other_plan->legs.size() == plan->legs.size() &&
                          other_plan->equalities.size() == plan->equalities.size();
  return is_as_good ? other_plan->index : nullptr;
}

void check_redundant(LintContext& context, const model::Index& index,
                     const std::vector<const PatternOutcome*>& users) {
  const model::Index* other = nullptr;
  for (const auto* user : users) {
    const model::Index* found = substitute(context, *user, index);
    if (found == nullptr || (other != nullptr && other != found)) return;
    other = found;
  }
  if (other == nullptr) return;
  context.report("L206",
                 {index.notes.place, index.name,
                  fmt::format("{} serves all patterns that {} serves", other->name, index.name),
                  fmt::format("drop {}", index.name), usd_of(context.cost(), index)});
}

// Whether the attribute has the same value on all items of the table, because there is a table for
// each value: its values are those of a param that is in the table's name.
bool is_table_wide(const model::Model& model, const model::Table& table,
                   const std::set<std::string>& values) {
  return std::any_of(model.params.begin(), model.params.end(), [&](const model::Param& param) {
    const std::set<std::string> choices(param.choices.begin(), param.choices.end());
    return !param.value.empty() && choices == values &&
           table.name.find(param.value) != std::string::npos;
  });
}

bool has_one_value(const model::Model& model, const model::Table& table,
                   const model::Index& index) {
  const auto names = planning::partition_names(table, &index);
  return std::all_of(names.begin(), names.end(), [&](const auto& name) {
    const auto values = key_values(model, table, index, name);
    return values && (values->size() == 1 || is_table_wide(model, table, *values));
  });
}

const model::Entity* entity_with_outcome(const model::Model& model, const model::Table& table,
                                         const model::Index& index) {
  for (const auto& entity : model.entities) {
    if (entity.table != &table || !entity.lifecycle) continue;
    const auto names = planning::partition_names(table, &index);
    if (std::find(names.begin(), names.end(), entity.lifecycle->attribute) != names.end()) {
      return &entity;
    }
  }
  return nullptr;
}

void check_spread(LintContext& context, const model::Table& table, const model::Index& index) {
  const auto count = partition_count(context.model(), table, index);
  if (!count) return;
  const auto names = planning::partition_names(table, &index);
  if (has_one_value(context.model(), table, index)) {
    context.report("L209", {index.notes.place, index.name,
                            fmt::format("{}: the partition key [{}] has one value in each table",
                                        index.name, fmt::join(names, ", ")),
                            "drop the index, add an attribute or a shard to its key, or keep it "
                            "for compatibility",
                            usd_of(context.cost(), index)});
    return;
  }
  if (*count >= kFewPartitions) return;
  std::string share;
  if (const auto* entity = entity_with_outcome(context.model(), table, index)) {
    if (const auto largest = largest_share(context.model(), *entity)) {
      share =
          fmt::format(", {:.0f} % of items end under \"{}\"", largest->share * 100, largest->state);
    }
  }
  context.report(
      "L208", {index.notes.place, index.name,
               fmt::format("{}: the partition key [{}] has {} values{}; one of them takes at most "
                           "1,000 write units a second",
                           index.name, fmt::join(names, ", "), *count, share),
               "add an attribute with many values, or a shard, to the partition key"});
}

void check_due(LintContext& context, const model::Table& table, const model::Index& index) {
  if (index.notes.is_live || !index.due_at_values || index.partition.empty()) return;
  const std::string& attribute = index.partition.front();
  const std::size_t count = declared_values(context.model(), table, attribute).size();
  if (count < static_cast<std::size_t>(*index.due_at_values)) return;
  context.report(
      "L247", {index.notes.place, index.name,
               fmt::format("{} waits for phase {}, but {} has {} values now, and {} make it due",
                           index.name, index.notes.phase, attribute, count, *index.due_at_values),
               fmt::format("live_phase: {}", index.notes.phase)});
}

}  // namespace

void check_indexes(LintContext& context) {
  for (const auto& table : context.model().tables) {
    for (const auto& index : table.indexes) {
      const auto users = users_of(context, index);
      if (users.empty()) {
        report_unused(context, index);
      } else {
        check_redundant(context, index, users);
      }
      if (!index.is_local) check_spread(context, table, index);
      check_due(context, table, index);
    }
  }
}

}  // namespace partita::lint
