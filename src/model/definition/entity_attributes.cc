#include "model/definition/entity_attributes.h"

#include <algorithm>
#include <optional>

namespace partita::model {
namespace {

void add_once(std::vector<std::string>& names, std::string_view name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
}

void add_made_keys(std::vector<std::string>& names, const Entity& entity, const Row& row) {
  for (const DerivedKey& key : row.keys) {
    if (entity.find_attribute(key.name) == nullptr) add_once(names, key.name);
  }
  for (const IndexKey& key : row.index_keys) {
    if (entity.find_attribute(key.name) == nullptr) add_once(names, key.name);
  }
}

std::optional<ValueType> type_of(const Entity& entity, std::string_view attribute) {
  if (const Attribute* listed = entity.find_attribute(attribute)) {
    return stored_type(*listed->type);
  }
  return std::nullopt;
}

// A template that is one variable keeps the type of that attribute; any other makes a text.
std::optional<ValueType> type_of_template(const Entity& entity, const KeyTemplate& key) {
  if (!key.is_bare_variable()) return ValueType::S;
  return type_of(entity, key.parts().front().variable->name);
}

std::optional<ValueType> type_in(const Entity& entity, std::string_view attribute) {
  if (const auto listed = type_of(entity, attribute)) return listed;
  if (const DerivedKey* key = entity.row.find_key(attribute)) {
    return type_of_template(entity, key->key);
  }
  if (const IndexKey* key = entity.row.find_index_key(attribute)) {
    return type_of_template(entity, key->key);
  }
  return std::nullopt;
}

bool is_key_type(ValueType type) {
  return type == ValueType::S || type == ValueType::N || type == ValueType::B;
}

}  // namespace

std::vector<const Attribute*> all_attributes(const Entity& entity) {
  std::vector<const Attribute*> result;
  for (const Attribute& attribute : entity.attributes) result.push_back(&attribute);
  return result;
}

std::vector<const Attribute*> shown_attributes(const Entity& entity) {
  auto result = all_attributes(entity);
  std::erase_if(result, [](const Attribute* attribute) { return attribute->is_hidden; });
  return result;
}

std::vector<const Attribute*> sent_attributes(const Entity& entity) {
  auto result = shown_attributes(entity);
  std::erase_if(result, [](const Attribute* attribute) {
    return attribute->derived.has_value() || attribute->computed.has_value();
  });
  return result;
}

std::vector<std::string> made_keys(const Entity& entity) {
  std::vector<std::string> names;
  add_made_keys(names, entity, entity.row);
  if (entity.edge && entity.edge->mirror) add_made_keys(names, entity, *entity.edge->mirror);
  if (entity.versioned) add_made_keys(names, entity, entity.versioned->row);
  const auto ids = implied_ids(entity);
  std::erase_if(names, [&](const std::string& name) {
    return std::find(ids.begin(), ids.end(), name) != ids.end();
  });
  return names;
}

std::vector<std::string> implied_ids(const Entity& entity) {
  std::vector<std::string> names;
  if (!entity.edge) return names;
  for (const auto& end : {entity.edge->from, entity.edge->to}) {
    if (entity.find_attribute(end.attribute) == nullptr) add_once(names, end.attribute);
  }
  return names;
}

ValueType key_type(const Model& model, const Table& table, const Index* index,
                   std::string_view attribute) {
  if (index != nullptr) {
    const auto stated = index->types.find(std::string(attribute));
    if (stated != index->types.end()) return stated->second;
  }
  for (const Entity& entity : model.entities) {
    if (entity.table != &table) continue;
    const auto type = type_in(entity, attribute);
    if (type && is_key_type(*type)) return *type;
  }
  return ValueType::S;
}

}  // namespace partita::model
