#include "modelled/serving/served_model.h"

#include <algorithm>

#include "model/planning/planner.h"

namespace partita::serving {
namespace {

constexpr auto kPlanName = [](const planning::PatternPlan& plan) -> std::string_view {
  return plan.pattern->name;
};

}  // namespace

ServedModel::ServedModel(registry::HeldPointer held) : held_(std::move(held)) {
  for (const model::Pattern& pattern : model().patterns) {
    if (!pattern.notes.is_live) continue;
    planning::PlanningOutcome outcome = planning::plan_pattern(model(), pattern);
    if (outcome.plan) plans_.push_back(std::move(*outcome.plan));
  }
  std::ranges::sort(plans_, {}, kPlanName);
  for (const model::Table& table : model().tables) {
    auto finder = rules::EntityFinder::create(model(), table);
    if (finder.ok()) finders_.emplace_back(&table, std::move(*finder));
  }
}

const planning::PatternPlan* ServedModel::find(std::string_view pattern) const {
  const auto found = std::ranges::lower_bound(plans_, pattern, {}, kPlanName);
  return found == plans_.end() || kPlanName(*found) != pattern ? nullptr : &*found;
}

const rules::EntityFinder* ServedModel::finder(const model::Table& table) const {
  const auto found = std::ranges::find(finders_, &table, [](const auto& one) { return one.first; });
  return found == finders_.end() ? nullptr : &found->second;
}

}  // namespace partita::serving
