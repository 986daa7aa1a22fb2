#include "model/definition/read_bindings.h"

#include <algorithm>
#include <utility>

#include "model/definition/node_access.h"
#include "model/definition/plain_value.h"

namespace partita::model {
namespace {

// "$id" -> "id", else empty.
std::string_view parameter_of(const Node& node) {
  const std::string_view text = node.text;
  return node.kind == Node::Kind::Text && text.size() > 1 && text.front() == '$' ? text.substr(1)
                                                                                 : "";
}

bool names_key(const Entity& entity, std::string_view name) {
  if (entity.row.find_index_key(name) != nullptr) return true;
  if (entity.table == nullptr) return true;
  if (entity.table->is_key(name)) return true;
  const auto has = [name](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return std::any_of(entity.table->indexes.begin(), entity.table->indexes.end(),
                     [&](const Index& index) { return has(index.partition) || has(index.sort); });
}

bool read_in(const Node& node, Binding& binding) {
  const Node* in = node.find("in");
  if (in == nullptr || in->kind != Node::Kind::List || node.members.size() != 1) return false;
  binding.kind = Binding::Kind::In;
  for (const Node& element : in->elements) {
    if (!element.is_scalar()) return false;
    binding.values.push_back(plain_value(element));
  }
  return !binding.values.empty();
}

Binding binding_of(const std::string& attribute, const Node& node, SectionContext& context) {
  Binding binding;
  binding.attribute = attribute;
  binding.place = node.place;
  if (const std::string_view parameter = parameter_of(node); !parameter.empty()) {
    binding.kind = Binding::Kind::Parameter;
    binding.parameter = parameter;
  } else if (node.kind == Node::Kind::Text && node.text == "any") {
    binding.kind = Binding::Kind::Any;
  } else if (node.kind == Node::Kind::Text && node.text == attribute) {
    context.refuse(kWrongForm, node.place,
                   fmt::format("`{}: {}` asks for the text `{}`; what a caller gives is written "
                               "`${}`",
                               attribute, node.text, node.text, attribute));
  } else if (node.is_scalar()) {
    binding.values.push_back(plain_value(node));
  } else if (!read_in(node, binding)) {
    context.refuse(kWrongForm, node.place,
                   fmt::format("`{}` must be $parameter, a value, any or {{in: [a, b]}}, not {}",
                               attribute, describe(node)));
  }
  return binding;
}

}  // namespace

void check_bound_name(std::string_view name, Place place, const EntityList& entities,
                      SectionContext& context) {
  std::vector<std::string_view> known;
  for (const Entity* entity : entities) {
    if (entity == nullptr || entity->find_attribute(name) != nullptr) return;
    if (names_key(*entity, name)) return;
    for (const Attribute& attribute : entity->attributes) known.push_back(attribute.name);
  }
  if (entities.empty()) return;
  context.refuse_name(fmt::format("attribute of {}", entities.front()->name), name, place, known);
}

std::vector<Binding> read_bindings(const Node& node, std::string_view key,
                                   const EntityList& entities, SectionContext& context) {
  std::vector<Binding> bindings;
  const Node* map = node.find(key);
  if (map == nullptr) return bindings;
  if (map->kind != Node::Kind::Map) {
    context.refuse(kWrongForm, map->place,
                   fmt::format("`{}` must be a map of attributes, not {}", key, describe(*map)));
    return bindings;
  }
  for (const Node::Member& member : map->members) {
    check_bound_name(member.name, member.place, entities, context);
    bindings.push_back(binding_of(member.name, member.value, context));
  }
  return bindings;
}

std::optional<Binding> read_target_state(const Node& node, const Entity* entity,
                                         SectionContext& context) {
  const Node* to = node.find("to");
  if (to == nullptr) {
    context.refuse(kMissing, node.place, "a transition needs `to`: a state or a $parameter");
    return std::nullopt;
  }
  if (entity == nullptr) return std::nullopt;
  if (!entity->lifecycle) {
    context.refuse(kWrongForm, to->place, fmt::format("{} has no lifecycle", entity->name));
    return std::nullopt;
  }
  Binding binding = binding_of(entity->lifecycle->attribute, *to, context);
  const auto& states = entity->lifecycle->states;
  if (binding.kind == Binding::Kind::Constant &&
      std::find(states.begin(), states.end(), to->text) == states.end()) {
    context.refuse_name("state", to->text, to->place, {states.begin(), states.end()});
  }
  return binding;
}

std::optional<RangeBinding> read_range(const Node& node, std::string_view key,
                                       const EntityList& entities, SectionContext& context) {
  const Node* map = node.find(key);
  if (map == nullptr) return std::nullopt;
  const std::string_view parameter =
      map->members.size() == 1 ? parameter_of(map->members.front().value) : "";
  if (parameter.empty()) {
    context.refuse(kWrongForm, map->place,
                   fmt::format("`{}` is one attribute and a parameter: {{name: $parameter}}", key));
    return std::nullopt;
  }
  const Node::Member& member = map->members.front();
  check_bound_name(member.name, member.place, entities, context);
  return RangeBinding{member.place, member.name, std::string(parameter)};
}

std::string read_parameter(const Node& node, std::string_view key, SectionContext& context) {
  const Node* value = node.find(key);
  if (value == nullptr) return {};
  const std::string_view parameter = parameter_of(*value);
  if (parameter.empty()) {
    context.refuse(kWrongForm, value->place,
                   fmt::format("`{}` must be a $parameter, not {}", key, describe(*value)));
  }
  return std::string(parameter);
}

PutExpectation read_put_mode(const Node& node) {
  const std::string mode = text_at(node, "mode");
  if (mode == "create") return PutExpectation::Create;
  return mode == "replace" ? PutExpectation::Replace : PutExpectation::Upsert;
}

}  // namespace partita::model
