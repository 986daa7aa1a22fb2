#include <fmt/format.h>

#include <algorithm>

#include "model/lint/rule_groups.h"

namespace partita::lint {
namespace {

using model::Binding;
using model::Pattern;
using model::PatternKind;

const Binding* state_asked_for(const Pattern& claim) {
  const std::string& attribute = claim.entity->lifecycle->attribute;
  const auto found =
      std::find_if(claim.where.begin(), claim.where.end(),
                   [&](const Binding& binding) { return binding.attribute == attribute; });
  return found == claim.where.end() ? nullptr : &*found;
}

// Items that wait stand between those that are done: looking for one would read all of them.
void check_index(LintContext& context, const Pattern& claim,
                 const planning::PatternReadPlan& plan) {
  const std::string& attribute = claim.entity->lifecycle->attribute;
  const bool is_filtered =
      plan.access == planning::PatternReadPlan::Access::Scan ||
      std::any_of(plan.equalities.begin(), plan.equalities.end(),
                  [&](const auto& equality) { return equality.attribute == attribute; });
  if (!is_filtered && state_asked_for(claim) != nullptr) return;
  context.report("L264", {claim.notes.place, claim.name,
                          fmt::format("{} would read all items of {} to find those that wait",
                                      claim.name, claim.entity->name),
                          fmt::format("ask for {} in `where`, and have an index with it in its key",
                                      attribute)});
}

void check_way(LintContext& context, const Pattern& claim) {
  const Binding* state = state_asked_for(claim);
  if (state == nullptr || !claim.to) return;
  const auto& lifecycle = *claim.entity->lifecycle;
  const std::string& to = claim.to->values.front().string();
  for (const Value& from : state->values) {
    if (from.type() == ValueType::S && lifecycle.find(from.string(), to) != nullptr) continue;
    context.report(
        "L265",
        {claim.notes.place, claim.name,
         fmt::format("no transition leads from {} to {}, so {} can take nothing",
                     from.type() == ValueType::S ? from.string() : "such a state", to, claim.name),
         "add the transition, or claim items in another state"});
  }
}

}  // namespace

void check_claims(LintContext& context) {
  for (const auto& plan : context.plans()) {
    if (plan.pattern->kind != PatternKind::Claim) continue;
    if (const auto* read = plan.read()) check_index(context, *plan.pattern, *read);
    check_way(context, *plan.pattern);
  }
}

}  // namespace partita::lint
