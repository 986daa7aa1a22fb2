#include <algorithm>
#include <utility>

#include "model/definition/attribute_scope.h"
#include "model/definition/node_access.h"
#include "model/definition/plain_value.h"
#include "model/definition/sections.h"

namespace partita::model {
namespace {

void read_parent(const Node& node, SectionContext& context, FakePlan& plan) {
  const Node* per = node.find("per");
  if (per == nullptr) return;
  if (per->members.size() != 1 || !count_at(*per, per->members.front().name)) {
    context.refuse(kWrongForm, per->place, "`per` is one entity and a number: {Execution: 12}");
    return;
  }
  const Node::Member& parent = per->members.front();
  plan.parent = context.entity(parent.name, parent.place);
  plan.per_parent = count_at(*per, parent.name).value_or(0);
}

// An attribute, or a field in a map: location.city.
void check_path(const Entity& entity, const Node::Member& member, SectionContext& context) {
  std::vector<std::string_view> steps;
  std::string_view rest = member.name;
  for (std::size_t dot = rest.find('.'); dot != rest.npos; dot = rest.find('.')) {
    steps.push_back(rest.substr(0, dot));
    rest.remove_prefix(dot + 1);
  }
  steps.push_back(rest);
  if (AttributeScope(context.model, entity.attributes).find(FormulaSource::New, steps)) return;
  context.check_attributes(entity, {member.name}, member.place);
}

void check_state(const Entity& entity, std::string_view state, const Place& place,
                 SectionContext& context) {
  if (!entity.lifecycle) {
    context.refuse(kWrongForm, place, fmt::format("{} has no lifecycle", entity.name));
    return;
  }
  const auto& known = entity.lifecycle->states;
  if (std::find(known.begin(), known.end(), state) != known.end()) return;
  context.refuse_name("state", state, place, {known.begin(), known.end()});
}

void read_outcome(const Node& node, SectionContext& context, FakePlan& plan) {
  for (const Node::Member& share : members_at(node, "outcome")) {
    if (plan.entity != nullptr) check_state(*plan.entity, share.name, share.place, context);
    const auto number = Number::parse(share.value.text);
    if (!number.ok() || number->is_negative()) {
      context.refuse(kWrongForm, share.place, "a share is a number like 0.95");
      continue;
    }
    plan.outcome.emplace_back(share.name, *number);
  }
}

void read_choices(const Node& node, SectionContext& context, FakePlan& plan) {
  for (const Node::Member& choice : members_at(node, "choose")) {
    std::vector<Value> values;
    if (choice.value.is_scalar()) values.push_back(plain_value(choice.value));
    for (const Node& value : choice.value.elements) values.push_back(plain_value(value));
    if (plan.entity != nullptr) check_path(*plan.entity, choice, context);
    plan.choose.emplace_back(choice.name, std::move(values));
  }
}

// Whether it is a map with a plain value for each of the attributes, and no others.
bool is_row_of(const Node& row, const std::vector<Node::Member>& attributes) {
  if (row.members.size() != attributes.size()) return false;
  return std::all_of(attributes.begin(), attributes.end(), [&](const Node::Member& attribute) {
    const Node* value = row.find(attribute.name);
    return value != nullptr && value->is_scalar();
  });
}

void read_rows(const Node& node, SectionContext& context, FakePlan& plan) {
  if (node.find("rows") == nullptr) return;
  const std::vector<Node>& rows = elements_at(node, "rows");
  for (const Node& row : rows) {
    if (!row.members.empty() && is_row_of(row, rows.front().members)) continue;
    context.refuse(kWrongForm, row.place,
                   "`rows` are maps with the same attributes: [{code: de, name: Germany}]");
    return;
  }
  if (rows.empty()) {
    context.refuse(kWrongForm, place_at(node, "rows"), "`rows` is a list of at least one row");
    return;
  }
  for (const Node::Member& attribute : rows.front().members) {
    if (plan.entity != nullptr) check_path(*plan.entity, attribute, context);
    std::vector<Value> values;
    for (const Node& row : rows) values.push_back(plain_value(*row.find(attribute.name)));
    plan.rows.emplace_back(attribute.name, std::move(values));
  }
  if (node.find("count") == nullptr) plan.count = static_cast<std::int64_t>(rows.size());
}

// Ages say when the items were created, so they are for items without a parent, oldest first.
void check_age(const Node& node, SectionContext& context, const FakePlan& plan,
               const std::optional<Duration>& age) {
  const bool has_parent = plan.parent != nullptr;
  if (has_parent == age.has_value()) {
    context.refuse(kWrongForm, node.place,
                   has_parent ? "`age` has no meaning with `per`: the parent says when"
                              : "`age` is missing: how long before now they were created");
  }
  const bool is_in_order = !age || plan.unfinished.empty() || *age <= plan.unfinished.back().age;
  if (!is_in_order) context.refuse(kWrongForm, node.place, "`unfinished` has the oldest first");
}

void read_unfinished(const Node& node, SectionContext& context, FakePlan& plan) {
  for (const Node& group : elements_at(node, "unfinished")) {
    if (plan.entity == nullptr) return;
    const std::string state = text_at(group, "state");
    check_state(*plan.entity, state, place_at(group, "state"), context);
    const auto age = span_at(group, "age");
    check_age(group, context, plan, age);
    plan.unfinished.push_back({.state = state,
                               .count = count_at(group, "count").value_or(1),
                               .age = age.value_or(Duration{})});
  }
}

FakePlan fake_of(const Node::Member& member, SectionContext& context) {
  const Node& node = member.value;
  FakePlan plan;
  plan.place = member.place;
  plan.entity = context.entity(member.name, member.place);
  plan.count = count_at(node, "count").value_or(0);
  plan.over = span_at(node, "over");
  read_parent(node, context, plan);
  read_outcome(node, context, plan);
  read_choices(node, context, plan);
  read_rows(node, context, plan);
  read_unfinished(node, context, plan);
  return plan;
}

}  // namespace

void read_fakes(SectionContext& context) {
  for (const Node::Member& member : members_at(context.file, "fake")) {
    context.model.fakes.push_back(fake_of(member, context));
  }
}

}  // namespace partita::model
