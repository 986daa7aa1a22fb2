#include "samples/plan.h"

#include <algorithm>

namespace partita::samples {

const std::vector<Value>* Plan::choices(std::string_view path) const {
  for (const auto& [attribute, values] : fake->choose) {
    if (attribute == path && !values.empty()) return &values;
  }
  return nullptr;
}

bool is_in_key(const model::Entity& entity, std::string_view attribute) {
  return std::any_of(entity.row.keys.begin(), entity.row.keys.end(),
                     [&](const model::KeyAttribute& key) { return key.key.uses(attribute); });
}

std::vector<std::string_view> key_variables(const model::Entity& entity) {
  std::vector<std::string_view> names;
  for (const model::KeyAttribute& key : entity.row.keys) {
    for (const model::TemplatePart& part : key.key.parts()) {
      if (!part.variable) continue;
      const std::string& name = part.variable->name;
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

const model::Entity* referenced(const model::Entity& entity, std::string_view attribute) {
  if (entity.edge && entity.edge->from.attribute == attribute) return entity.edge->from.entity;
  if (entity.edge && entity.edge->to.attribute == attribute) return entity.edge->to.entity;
  const model::Attribute* listed = entity.find_attribute(attribute);
  return listed == nullptr ? nullptr : listed->references;
}

std::vector<std::string_view> reference_names(const model::Entity& entity) {
  std::vector<std::string_view> names;
  const auto add = [&](std::string_view name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  if (entity.edge) {
    add(entity.edge->from.attribute);
    add(entity.edge->to.attribute);
  }
  for (const model::Attribute& attribute : entity.attributes) {
    if (attribute.references != nullptr) add(attribute.name);
  }
  return names;
}

}  // namespace partita::samples
