#include "model/planning/write_planner.h"

#include <algorithm>

#include "model/planning/equality_set.h"
#include "model/planning/key_part.h"

namespace partita::planning {
namespace {

using model::PatternKind;

// Where the value of a key's variable comes from: `by`, the path of the route, or the body.
ValueSource variable_source(const model::Pattern& pattern, const std::vector<model::Binding>& by,
                            std::string_view attribute) {
  for (const auto& binding : by) {
    if (binding.attribute == attribute) return source_of(binding);
  }
  if (pattern.http) {
    const auto& parameters = pattern.http->parameters;
    if (std::find(parameters.begin(), parameters.end(), attribute) != parameters.end()) {
      return {ValueSource::Kind::Parameter, std::string(attribute), {}};
    }
  }
  return {ValueSource::Kind::Body, std::string(attribute), {}};
}

KeyValueSource key_value(const model::Pattern& pattern, const std::vector<model::Binding>& by,
                         const model::KeyTemplate& key) {
  KeyValueSource value;
  if (key.is_bare_variable()) {
    value.attribute = key.parts().front().variable->name;
    value.source = variable_source(pattern, by, value.attribute);
    return value;
  }
  value.rendered = key;
  for (const auto& part : key.parts()) {
    if (!part.variable) continue;
    const std::string& name = part.variable->name;
    value.variables.push_back({name, name, variable_source(pattern, by, name)});
  }
  return value;
}

// What only the worker that has an item may do is none of other patterns' ways.
std::vector<std::string> states_before(const model::Pattern& pattern, const model::Entity& entity,
                                       const ValueSource& to) {
  std::vector<std::string> states;
  const bool is_known =
      to.kind == ValueSource::Kind::Constant && to.constant.type() == ValueType::S;
  if (!is_known || !entity.lifecycle) return states;
  for (const auto& state : entity.lifecycle->states) {
    const auto* transition = entity.lifecycle->find(state, to.constant.string());
    const bool is_open =
        transition != nullptr && (!transition->by_worker || !pattern.claim.empty());
    if (is_open) states.push_back(state);
  }
  return states;
}

std::vector<std::string> all_attributes(const model::Entity& entity) {
  std::vector<std::string> names;
  for (const auto& attribute : entity.attributes) {
    if (!attribute.derived && !attribute.computed) names.push_back(attribute.name);
  }
  return names;
}

PatternWritePlan plan_step(const model::Pattern& pattern, const model::WriteStep& step) {
  PatternWritePlan plan;
  plan.kind = step.kind;
  plan.step = step.name;
  plan.entity = step.entity;
  plan.table = step.entity->table;
  plan.mode = step.mode;
  plan.copies = step.with;
  for (const auto& key : step.entity->row.keys) {
    plan.key.push_back(
        {key.name, KeyMatch::Operator::Equal, key_value(pattern, step.by, key.key), {}});
  }
  plan.settable = step.kind == PatternKind::Put ? all_attributes(*step.entity) : step.set;
  if (step.to) {
    plan.to = source_of(*step.to);
    plan.from_states = states_before(pattern, *step.entity, *plan.to);
  }
  return plan;
}

model::WriteStep only_step(const model::Pattern& pattern) {
  model::WriteStep step;
  step.place = pattern.notes.place;
  step.kind = pattern.kind;
  step.entity = pattern.entity;
  step.by = pattern.by;
  step.to = pattern.to;
  step.set = pattern.set;
  step.mode = pattern.mode;
  return step;
}

}  // namespace

std::vector<PatternWritePlan> plan_writes(const model::Pattern& pattern) {
  std::vector<PatternWritePlan> plans;
  if (pattern.kind != PatternKind::Transaction) {
    plans.push_back(plan_step(pattern, only_step(pattern)));
    plans.back().version_parameter = pattern.version_parameter;
    return plans;
  }
  for (const auto& step : pattern.steps) plans.push_back(plan_step(pattern, step));
  return plans;
}

}  // namespace partita::planning
