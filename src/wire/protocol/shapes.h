#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "partita/api/input.h"
#include "partita/api/shape.h"
#include "partita/api/timestamp.h"

// Shapes for the codecs: what they ask of a field's type, and the same as plain data for the code
// that is not worth a copy for each structure.
namespace partita::protocol {

template <typename T>
concept Structure = requires {
  T::shape();
};

template <typename T>
concept WireEnum = std::is_enum_v<T>;

template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <typename T>
inline constexpr bool kIsDictionary = false;
template <typename T>
inline constexpr bool kIsDictionary<api::Dictionary<T>> = true;

template <typename T>
inline constexpr bool kIsList = false;
template <typename T>
inline constexpr bool kIsList<std::vector<T>> = !kIsDictionary<std::vector<T>>;

template <Structure T>
inline constexpr auto kShape = T::shape();

template <Structure T>
inline constexpr std::size_t kMemberCount = std::tuple_size_v<decltype(T::shape())>;

// Calls visit(member) for each member in the order of the shape.
template <Structure T, typename Visit>
constexpr void for_each_member(Visit visit) {
  std::apply([&](const auto&... member) { (visit(member), ...); }, kShape<T>);
}

// The name of a type of ours, which is its name at AWS: "KeySchemaElement".
template <typename T>
constexpr std::string_view type_name() {
  constexpr std::string_view kText = __PRETTY_FUNCTION__;
  constexpr std::size_t kStart = kText.find("T = ") + 4;
  constexpr std::string_view kName =
      kText.substr(kStart, kText.find_first_of(";]", kStart) - kStart);
  return kName.substr(kName.rfind(':') + 1);
}

enum class FieldKind : std::uint8_t {
  Text,
  Number,
  Boolean,
  Enum,
  Structure,
  List,
  Map,
  Item,
  Value
};

struct StructureType;

struct FieldType {
  FieldKind kind;
  api::EnumWords words = {};                 // Of an Enum.
  const StructureType* structure = nullptr;  // Of a Structure.
  const FieldType* element = nullptr;        // Of a List and a Map.
};

struct MemberType {
  std::string_view name;
  FieldType type;
  bool is_required;
  api::Bounds bounds;
  api::Bounds element_bounds;
  api::Bounds key_bounds;
  api::Telling telling;
};

struct StructureType {
  std::string_view name;
  std::span<const MemberType> members;
};

template <typename T>
struct FieldTypeOf;
template <Structure T>
struct StructureTypeOf;

template <typename T>
constexpr FieldType field_type() {
  if constexpr (kIsOptional<T>) {
    return field_type<typename T::value_type>();
  } else if constexpr (std::same_as<T, std::string>) {
    return {.kind = FieldKind::Text};
  } else if constexpr (std::same_as<T, bool>) {
    return {.kind = FieldKind::Boolean};
  } else if constexpr (std::integral<T> || std::same_as<T, double> ||
                       std::same_as<T, api::Timestamp>) {
    return {.kind = FieldKind::Number};
  } else if constexpr (WireEnum<T>) {
    return {.kind = FieldKind::Enum, .words = wire_names(T{})};
  } else if constexpr (kIsDictionary<T>) {
    return {.kind = FieldKind::Map,
            .element = &FieldTypeOf<typename T::value_type::second_type>::kType};
  } else if constexpr (kIsList<T>) {
    return {.kind = FieldKind::List, .element = &FieldTypeOf<typename T::value_type>::kType};
  } else if constexpr (std::same_as<T, api::ItemInput>) {
    return {.kind = FieldKind::Item};
  } else if constexpr (std::same_as<T, api::ValueInput>) {
    return {.kind = FieldKind::Value};
  } else {
    return {.kind = FieldKind::Structure, .structure = &StructureTypeOf<T>::kType};
  }
}

template <Structure T, typename Field>
constexpr MemberType member_type(const api::Member<T, Field>& member) {
  return {member.name,           field_type<Field>(), member.is_required, member.bounds,
          member.element_bounds, member.key_bounds,   member.telling};
}

template <typename T>
struct FieldTypeOf {
  static constexpr FieldType kType = field_type<T>();
};

template <Structure T>
struct StructureTypeOf {
  static constexpr auto kMembers = std::apply(
      [](const auto&... member) {
        return std::array<MemberType, sizeof...(member)>{member_type(member)...};
      },
      kShape<T>);
  static constexpr StructureType kType{type_name<T>(), kMembers};
};

}  // namespace partita::protocol
