#include "dynamodb/schema/table_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "dynamodb/schema/table_errors.h"
#include "partita/api/exception.h"

namespace partita::schema {
namespace {

using catalog::KeyAttribute;
using catalog::KeySchema;

std::vector<std::string> element_names(const KeySchemaElements& elements) {
  std::vector<std::string> names;
  for (const auto& element : elements) names.push_back(element.attribute_name);
  return names;
}

const api::AttributeDefinition* find(const AttributeDefinitions& definitions,
                                     std::string_view name) {
  const auto found =
      std::find_if(definitions.begin(), definitions.end(),
                   [&](const auto& definition) { return definition.attribute_name == name; });
  return found == definitions.end() ? nullptr : &*found;
}

keys::KeyValueType type_of(api::ScalarAttributeType type) {
  switch (type) {
    case api::ScalarAttributeType::B:
      return keys::KeyValueType::Binary;
    case api::ScalarAttributeType::N:
      return keys::KeyValueType::Number;
    case api::ScalarAttributeType::S:
      break;
  }
  return keys::KeyValueType::String;
}

Status check_starts_with_hash(const KeySchemaElements& elements) {
  if (elements.front().key_type == api::KeyType::Hash) return {};
  return api::invalid("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
}

Status check_count(const KeySchemaElements& elements, api::KeyType type) {
  const auto count = std::count_if(elements.begin(), elements.end(),
                                   [&](const auto& element) { return element.key_type == type; });
  if (static_cast<std::size_t>(count) <= kKeyAttributesMax) return {};
  return invalid_parameter(
      fmt::format("The KeySchema exceeds the maximum allowed number of {} key attributes",
                  api::wire_name(type)));
}

// REQUIRES: all elements are defined.
KeySchema key_of(const KeySchemaElements& elements, const AttributeDefinitions& definitions) {
  KeySchema key;
  for (const auto& element : elements) {
    auto& part = element.key_type == api::KeyType::Hash ? key.partition : key.sort;
    const auto* definition = find(definitions, element.attribute_name);
    part.push_back({.name = element.attribute_name, .type = type_of(definition->attribute_type)});
  }
  return key;
}

// "Schema:[SchemaElement: key{a:S:HASH}, SchemaElement: key{b:N:RANGE}]"
std::string printed(const KeySchema& key) {
  std::vector<std::string> elements;
  const auto add = [&](const std::vector<KeyAttribute>& attributes, std::string_view role) {
    for (const auto& attribute : attributes) {
      elements.push_back(fmt::format("SchemaElement: key{{{}:{}:{}}}", attribute.name,
                                     static_cast<char>(attribute.type), role));
    }
  };
  add(key.partition, "HASH");
  add(key.sort, "RANGE");
  return fmt::format("Schema:[{}]", fmt::join(elements, ", "));
}

// A key of the table in which the attribute has another type.
const KeySchema* key_that_differs(const catalog::Table& table, const KeyAttribute& attribute) {
  const auto differs = [&](const KeySchema& key) {
    const auto* known = key.find(attribute.name);
    return known != nullptr && known->type != attribute.type;
  };
  if (differs(table.key)) return &table.key;
  for (const auto& index : table.indexes) {
    if (differs(index.key)) return &index.key;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> names_of(const AttributeDefinitions& definitions) {
  std::vector<std::string> names;
  for (const auto& definition : definitions) names.push_back(definition.attribute_name);
  return names;
}

bool is_defined(const AttributeDefinitions& definitions, std::string_view name) {
  return find(definitions, name) != nullptr;
}

bool is_named(const KeySchemaElements& elements, std::string_view name) {
  return std::any_of(elements.begin(), elements.end(),
                     [&](const auto& element) { return element.attribute_name == name; });
}

Status check_no_duplicates(const AttributeDefinitions& definitions) {
  std::set<std::string_view> seen;
  for (const auto& definition : definitions) {
    if (!seen.insert(definition.attribute_name).second) {
      return api::invalid(
          fmt::format("Attribute Name is duplicated: {}", definition.attribute_name));
    }
  }
  return {};
}

Status check_defined(const KeySchemaElements& elements, const AttributeDefinitions& definitions) {
  const bool all_defined = std::all_of(elements.begin(), elements.end(), [&](const auto& element) {
    return find(definitions, element.attribute_name) != nullptr;
  });
  if (all_defined) return {};
  return invalid_parameter(fmt::format(
      "Some index key attributes are not defined in AttributeDefinitions. Keys: [{}], "
      "AttributeDefinitions: [{}]",
      fmt::join(element_names(elements), ", "), fmt::join(names_of(definitions), ", ")));
}

Status check_distinct(const KeySchemaElements& elements) {
  const auto names = element_names(elements);
  if (std::set(names.begin(), names.end()).size() == names.size()) return {};
  return api::invalid("The KeySchema contains multiple key attributes with the same name");
}

Result<KeySchema> simple_key(const KeySchemaElements& elements,
                             const AttributeDefinitions& definitions) {
  TRY(check_defined(elements, definitions));
  if (elements.size() > 1 && elements[0].attribute_name == elements[1].attribute_name) {
    return api::invalid(
        "Both the Hash Key and the Range Key element in the KeySchema have the same name");
  }
  TRY(check_starts_with_hash(elements));
  if (elements.size() > 1 && elements[1].key_type != api::KeyType::Range) {
    return api::invalid("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
  }
  return key_of(elements, definitions);
}

Result<KeySchema> multi_attribute_key(const KeySchemaElements& elements,
                                      const AttributeDefinitions& definitions) {
  TRY(check_defined(elements, definitions));
  TRY(check_distinct(elements));
  TRY(check_starts_with_hash(elements));
  const bool is_ordered = std::is_partitioned(elements.begin(), elements.end(), [](const auto& e) {
    return e.key_type == api::KeyType::Hash;
  });
  if (!is_ordered) {
    return invalid_parameter(
        "All HASH key attributes must precede RANGE key attributes in the KeySchema");
  }
  TRY(check_count(elements, api::KeyType::Hash));
  TRY(check_count(elements, api::KeyType::Range));
  return key_of(elements, definitions);
}

Status check_not_redefined(const catalog::Table& table, const AttributeDefinitions& given,
                           const KeySchemaElements& key) {
  for (const auto& definition : given) {
    if (!is_named(key, definition.attribute_name)) continue;
    const KeyAttribute attribute{definition.attribute_name, type_of(definition.attribute_type)};
    const auto* existing = key_that_differs(table, attribute);
    if (existing == nullptr) continue;
    KeySchemaElements defined;
    std::copy_if(key.begin(), key.end(), std::back_inserter(defined),
                 [&](const auto& element) { return is_defined(given, element.attribute_name); });
    return invalid_parameter(fmt::format(
        "Attributes cannot be redefined. Please check that your attribute has the same type as "
        "previously defined. Existing schema: {} New schema: {}",
        printed(*existing), printed(key_of(defined, given))));
  }
  return {};
}

}  // namespace partita::schema
