#include "modelled/serving/body_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "modelled/serving/failure.h"
#include "partita/base/base64.h"

namespace partita::serving {
namespace {

using model::Attribute;
using model::AttributeKind;
using model::AttributeType;

Result<Value> typed_value(const AttributeType& type, const Value& value, const Map& siblings);

// The members of a map whose fields the model knows; others stay as they are.
Result<Map> typed_members(const std::vector<Attribute>& fields, const Map& map) {
  std::vector<Map::Member> members;
  members.reserve(map.size());
  for (const auto& [name, value] : map) {
    const Attribute* field = model::find_attribute(fields, name);
    if (field == nullptr) {
      members.push_back({name, value});
      continue;
    }
    auto typed = typed_value(*field->type, value, map);
    if (!typed.ok()) return std::move(typed).error().within(name);
    members.push_back({name, std::move(*typed)});
  }
  return Map(std::move(members));
}

bool are_all(const List& elements, ValueType type) {
  return std::ranges::all_of(elements,
                             [type](const Value& element) { return element.type() == type; });
}

Result<Value> binary_of(const std::string& text) { return Value(Binary{TRY(base64_decode(text))}); }

Result<Value> binary_set_of(const List& elements) {
  std::vector<Binary> binaries;
  for (const Value& element : elements) {
    binaries.push_back(Binary{TRY(base64_decode(element.string()))});
  }
  return Value::binary_set(std::move(binaries));
}

Result<Value> set_of(const AttributeType& type, const Value& value) {
  const List& elements = value.list();
  const auto stored = type.of == nullptr ? std::nullopt : model::stored_type(*type.of);
  if (stored == ValueType::N && are_all(elements, ValueType::N)) {
    std::vector<Number> numbers;
    for (const Value& element : elements) numbers.push_back(element.number());
    return Value::number_set(std::move(numbers));
  }
  if (!are_all(elements, ValueType::S)) return value;
  if (stored == ValueType::B) return binary_set_of(elements);
  if (stored != ValueType::S) return value;
  std::vector<std::string> texts;
  for (const Value& element : elements) texts.push_back(element.string());
  return Value::string_set(std::move(texts));
}

Result<Value> list_of(const AttributeType& type, const Value& value) {
  if (type.of == nullptr) return value;
  List elements;
  elements.reserve(value.list().size());
  for (const Value& element : value.list()) {
    elements.push_back(TRY(typed_value(*type.of, element, Map())));
  }
  return Value(std::move(elements));
}

const std::vector<Attribute>* fields_of(const AttributeType& type, const Map& siblings) {
  if (type.kind == AttributeKind::Map) return &type.fields;
  const Value* decides = siblings.find(type.on);
  if (decides == nullptr || decides->type() != ValueType::S) return nullptr;
  for (const model::UnionCase& one : type.cases) {
    if (one.value == decides->string()) return &one.fields;
  }
  return nullptr;
}

Result<Value> map_of(const AttributeType& type, const Value& value, const Map& siblings) {
  const auto* fields = fields_of(type, siblings);
  if (fields == nullptr) return value;
  return Value(TRY(typed_members(*fields, value.map())));
}

Result<Value> typed_value(const AttributeType& type, const Value& value, const Map& siblings) {
  switch (type.kind) {
    case AttributeKind::Binary:
      return value.type() == ValueType::S ? binary_of(value.string()) : value;
    case AttributeKind::Set:
      return value.type() == ValueType::L ? set_of(type, value) : value;
    case AttributeKind::List:
      return value.type() == ValueType::L ? list_of(type, value) : value;
    case AttributeKind::Map:
    case AttributeKind::Union:
      return value.type() == ValueType::M ? map_of(type, value, siblings) : value;
    default:
      return value;
  }
}

}  // namespace

Result<Item> body_values(const model::Entity& entity, const Item& body) {
  auto values = typed_members(entity.attributes, body);
  if (!values.ok()) return failure(FailureKind::BadBody, values.error().message());
  return std::move(*values);
}

}  // namespace partita::serving
