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

// The type of a key attribute.
struct AttributeDefinition {
  std::string attribute_name;
  ScalarAttributeType attribute_type{};

  static constexpr auto shape() {
    using Self = AttributeDefinition;
    return std::tuple(required("AttributeName", &Self::attribute_name, kKeyAttributeName),
                      required("AttributeType", &Self::attribute_type));
  }
};

// Hash: of the partition key. Range: of the sort key.
enum class KeyType { Hash, Range };
inline constexpr std::array<std::string_view, 2> kKeyTypeWords = {"HASH", "RANGE"};
constexpr EnumWords wire_names(KeyType) { return kKeyTypeWords; }

// One attribute of a key; their order in a schema is their order in the key.
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
