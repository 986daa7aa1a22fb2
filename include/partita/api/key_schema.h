#pragma once

#include <array>
#include <string>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"

namespace partita::api {

// The types that a key attribute may have: binary, number, string.
enum class ScalarAttributeType { B, N, S };
inline constexpr std::array<std::string_view, 3> kScalarAttributeTypeWords = {"B", "N", "S"};
constexpr EnumWords wire_names(ScalarAttributeType) { return kScalarAttributeTypeWords; }

// The name and type of an attribute that is part of a key of the table or of an index. Other
// attributes are not declared: each item has those that it was stored with.
struct AttributeDefinition {
  std::string attribute_name;
  ScalarAttributeType attribute_type{};

  static constexpr auto shape() {
    using Self = AttributeDefinition;
    return std::tuple(required("AttributeName", &Self::attribute_name, kKeyAttributeName),
                      required("AttributeType", &Self::attribute_type));
  }
};

// Hash: the attribute belongs to the partition key. Range: it belongs to the sort key.
enum class KeyType { Hash, Range };
inline constexpr std::array<std::string_view, 2> kKeyTypeWords = {"HASH", "RANGE"};
constexpr EnumWords wire_names(KeyType) { return kKeyTypeWords; }

// One attribute of a key. A table has one Hash element and at most one Range element behind it; a
// global secondary index may have up to four of each (index_definition.h).
struct KeySchemaElement {
  std::string attribute_name;
  KeyType key_type{};

  static constexpr auto shape() {
    using Self = KeySchemaElement;
    return std::tuple(required("AttributeName", &Self::attribute_name, kKeyAttributeName),
                      required("KeyType", &Self::key_type));
  }
};

}  // namespace partita::api
