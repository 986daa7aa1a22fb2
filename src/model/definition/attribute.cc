#include "model/definition/attribute.h"

#include <algorithm>

namespace partita::model {

std::string_view name_of(OnDelete on_delete) {
  constexpr std::string_view kNames[] = {"allow", "refuse", "cascade"};
  return kNames[static_cast<std::size_t>(on_delete)];
}

std::string_view name_of(AttributeKind kind) {
  constexpr std::string_view kNames[] = {"string", "int",   "number",    "bool", "binary",
                                         "enum",   "const", "timestamp", "date", "map",
                                         "list",   "set",   "union",     "any"};
  return kNames[static_cast<std::size_t>(kind)];
}

const Attribute* find_attribute(const std::vector<Attribute>& attributes, std::string_view name) {
  const auto found =
      std::find_if(attributes.begin(), attributes.end(),
                   [name](const Attribute& attribute) { return attribute.name == name; });
  return found == attributes.end() ? nullptr : &*found;
}

const Attribute* AttributeType::find_field(std::string_view field) const {
  return find_attribute(fields, field);
}

std::optional<ValueType> stored_type(const AttributeType& type) {
  switch (type.kind) {
    case AttributeKind::String:
    case AttributeKind::Enum:
    case AttributeKind::Date:
      return ValueType::S;
    case AttributeKind::Int:
    case AttributeKind::Number:
      return ValueType::N;
    case AttributeKind::Bool:
      return ValueType::Bool;
    case AttributeKind::Binary:
      return ValueType::B;
    case AttributeKind::Const:
      return type.constant.type();
    case AttributeKind::Timestamp:
      return is_text(type.encoding) ? ValueType::S : ValueType::N;
    case AttributeKind::Map:
    case AttributeKind::Union:
      return ValueType::M;
    case AttributeKind::List:
      return ValueType::L;
    case AttributeKind::Set: {
      const auto element = type.of == nullptr ? std::nullopt : stored_type(*type.of);
      if (element == ValueType::S) return ValueType::SS;
      if (element == ValueType::N) return ValueType::NS;
      return element == ValueType::B ? std::optional(ValueType::BS) : std::nullopt;
    }
    case AttributeKind::Any:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace partita::model
