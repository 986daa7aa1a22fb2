#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "partita/api/shape.h"
#include "partita/api/timestamp.h"
#include "partita/base/result.h"
#include "partita/value/value.h"
#include "store/keys/key_value.h"

// Structures as attribute values, and back, for every structure that has a list of its members
// (partita/api/shape.h). This is how descriptors are stored:
//
// value := S of the text                   std::string
//        | BOOL                            bool
//        | N                               an integer, an id
//        | S of its shortest decimal form  double
//        | S of its word                   an enumeration with wire_names
//        | S of its letter                 keys::KeyValueType
//        | N of milliseconds since 1970    api::Timestamp
//        | L of value*                     std::vector
//        | M of name -> value              a structure; members without a value are not there
//
// A member that is not there keeps its default and one that is not known is passed over, so that
// members can be added without a new format. No member is ever given another meaning. Who would
// write the structure back asks first_unknown before, because it would be lost.
namespace partita::catalog {

// The members of a structure. One outside of `api` has an overload of its own in its namespace.
template <typename T>
requires requires { T::shape(); }
constexpr auto members_of(std::type_identity<T>) { return T::shape(); }

template <typename T>
concept Structure = requires {
  members_of(std::type_identity<T>{});
};
template <typename T>
concept Worded = std::is_enum_v<T> && requires(T value) {
  wire_names(value);
};
template <typename T>
concept Listed = requires(T list) {
  list.push_back(typename T::value_type{});
}
&&!std::same_as<T, std::string>;

template <Structure T>
Map to_map(const T& structure);
template <Structure T>
Status read_map(const Map& map, T& structure);

// Where in `stored` the first member is that `known`, the same structure read and written again,
// does not have: "Settings.Colour". Empty: nowhere.
std::string first_unknown(const Map& stored, const Map& known);

// ERRORS: Corrupt unless the value is a whole number of 64 bits.
Result<std::int64_t> integer_of(const Value& value);
// A double as text, and back, to the bit.
std::string decimal_of(double number);
// ERRORS: Corrupt unless the value is such a text of a finite number.
Result<double> double_of(const Value& value);
// ERRORS: Corrupt unless the value has that type.
Status expect(const Value& value, ValueType type);
// The place of a word in the list.   ERRORS: Corrupt if it is not there.
Result<std::size_t> index_of_word(const Value& value, api::EnumWords words);

template <typename T>
Value to_value(const T& field) {
  if constexpr (std::same_as<T, std::string> || std::same_as<T, bool>) {
    return field;
  } else if constexpr (std::same_as<T, keys::KeyValueType>) {
    return std::string(1, static_cast<char>(field));
  } else if constexpr (std::same_as<T, double>) {
    return decimal_of(field);
  } else if constexpr (std::same_as<T, api::Timestamp>) {
    return std::llround(field.seconds * 1000);
  } else if constexpr (Worded<T>) {
    return api::wire_name(field);
  } else if constexpr (Structure<T>) {
    return to_map(field);
  } else if constexpr (Listed<T>) {
    List list;
    for (const auto& element : field) list.push_back(to_value(element));
    return list;
  } else {
    return static_cast<std::int64_t>(field);
  }
}

template <typename T>
Status read_value(const Value& value, T& field) {
  if constexpr (std::same_as<T, std::string>) {
    TRY(expect(value, ValueType::S));
    field = value.string();
  } else if constexpr (std::same_as<T, bool>) {
    TRY(expect(value, ValueType::Bool));
    field = value.boolean();
  } else if constexpr (std::same_as<T, keys::KeyValueType>) {
    constexpr std::string_view kLetters[] = {"S", "N", "B"};
    field = static_cast<keys::KeyValueType>(kLetters[TRY(index_of_word(value, kLetters))].front());
  } else if constexpr (std::same_as<T, double>) {
    field = TRY(double_of(value));
  } else if constexpr (std::same_as<T, api::Timestamp>) {
    field.seconds = static_cast<double>(TRY(integer_of(value))) / 1000;
  } else if constexpr (Worded<T>) {
    field = static_cast<T>(TRY(index_of_word(value, wire_names(T{}))));
  } else if constexpr (Structure<T>) {
    TRY(expect(value, ValueType::M));
    return read_map(value.map(), field);
  } else if constexpr (Listed<T>) {
    TRY(expect(value, ValueType::L));
    for (const auto& element : value.list()) TRY(read_value(element, field.emplace_back()));
  } else {
    field = static_cast<T>(TRY(integer_of(value)));
  }
  return {};
}

template <typename T>
void set_member(Map& map, std::string_view name, const T& field) {
  map.set(name, to_value(field));
}
template <typename T>
void set_member(Map& map, std::string_view name, const std::optional<T>& field) {
  if (field) map.set(name, to_value(*field));
}

template <typename T>
Status read_member(const Map& map, std::string_view name, T& field) {
  const Value* value = map.find(name);
  if (value == nullptr) return {};
  Status read = read_value(*value, field);
  if (!read.ok()) return std::move(read).error().within(name);
  return {};
}
template <typename T>
Status read_member(const Map& map, std::string_view name, std::optional<T>& field) {
  if (map.find(name) == nullptr) return {};
  return read_member(map, name, field.emplace());
}

template <Structure T>
Map to_map(const T& structure) {
  Map map;
  std::apply(
      [&](const auto&... member) { (set_member(map, member.name, structure.*member.field), ...); },
      members_of(std::type_identity<T>{}));
  return map;
}

template <Structure T>
Status read_map(const Map& map, T& structure) {
  Status status;
  const auto read = [&](const auto& member) {
    if (status.ok()) status = read_member(map, member.name, structure.*member.field);
  };
  std::apply([&](const auto&... member) { (read(member), ...); },
             members_of(std::type_identity<T>{}));
  return status;
}

}  // namespace partita::catalog
