#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

// Shapes: what a structure looks like on the wire, and the limits of its members, as data. Each
// structure of the API has a static shape():
//
//   static constexpr auto shape() {
//     return std::tuple(required("TableName", &GetItemRequest::table_name, kTableNameOrArn),
//                       optional("ConsistentRead", &GetItemRequest::consistent_read));
//   }
//
// The decoder, the check of limits and the encoder of `protocol` work from it, for every structure
// alike. A field is a std::string, bool, integer, double, an enumeration with wire_names, another
// structure, an ItemInput or ValueInput, an EncodedItem or EncodedItemList, a Timestamp, a
// std::vector or a Dictionary of these, or a std::optional of any of them.
namespace partita::api {

// Names and values in the order of the request.
template <typename T>
using Dictionary = std::vector<std::pair<std::string, T>>;

// Name: [a-zA-Z0-9_.-]+. NameOrArn: a Name of at most 255 characters, or an ARN, which begins with
// "arn:" and is checked where it is used.
enum class NamePattern : std::uint8_t { Any, Name, NameOrArn };

// Limits of one value: of the length of a string in characters, the size of a list or a map, the
// value of a number.
struct Bounds {
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();
  NamePattern pattern = NamePattern::Any;
};

// How AWS words the error for a member that violates its limits, where it differs from the usual
// form:
//   Value 'ab' at 'tableName' failed to satisfy constraint: ...
struct Telling {
  // The message if the member is absent, or is a map without entries. It replaces all other
  // messages.
  std::string_view absence_message;
  // Whether the message for an absent list or map is that for an empty one.
  bool is_absence_emptiness = false;
  // Whether the message for its own bounds omits the value and uses the member names of the wire.
  bool is_plain = false;
  // Whether this message is the only one if no required member is absent; `alone_message` is its
  // text, unless that is empty.
  bool is_alone = false;
  std::string_view alone_message;
  // Whether the message is given only if there is no other message before it.
  bool is_last = false;
  // Whether the message shows the value as the JSON of the request, instead of as Java prints it.
  bool is_shown_as_json = false;
};

template <typename Structure, typename Field>
struct Member {
  std::string_view name;
  Field Structure::*field;
  bool is_required;
  Bounds bounds;
  Bounds element_bounds;  // Of the elements of a list, the values of a map.
  Bounds key_bounds;      // Of the names of a map.
  Telling telling;

  constexpr Member if_absent(std::string_view message) const {
    Member result = *this;
    result.telling.absence_message = message;
    return result;
  }
  constexpr Member absent_is_empty() const {
    Member result = *this;
    result.telling.is_absence_emptiness = true;
    return result;
  }
  constexpr Member told_plainly() const {
    Member result = *this;
    result.telling.is_plain = true;
    return result;
  }
  constexpr Member told_alone(std::string_view message = {}) const {
    Member result = *this;
    result.telling.is_alone = true;
    result.telling.alone_message = message;
    return result;
  }
  constexpr Member told_last() const {
    Member result = *this;
    result.telling.is_last = true;
    return result;
  }
  constexpr Member shown_as_json() const {
    Member result = *this;
    result.telling.is_shown_as_json = true;
    return result;
  }
};

template <typename Structure, typename Field>
constexpr Member<Structure, Field> required(std::string_view name, Field Structure::*field,
                                            Bounds bounds = {}, Bounds element_bounds = {},
                                            Bounds key_bounds = {}) {
  return {name, field, true, bounds, element_bounds, key_bounds, {}};
}

template <typename Structure, typename Field>
constexpr Member<Structure, Field> optional(std::string_view name, Field Structure::*field,
                                            Bounds bounds = {}, Bounds element_bounds = {},
                                            Bounds key_bounds = {}) {
  return {name, field, false, bounds, element_bounds, key_bounds, {}};
}

// The words of an enumeration on the wire, in the order of its enumerators, which is the order in
// which AWS lists them in its messages. Found by argument-dependent lookup:
//   constexpr EnumWords wire_names(ReturnValue) { return kReturnValueWords; }
using EnumWords = std::span<const std::string_view>;

template <typename Enum>
constexpr std::string_view wire_name(Enum value) {
  return wire_names(value)[static_cast<std::size_t>(value)];
}

inline constexpr Bounds kTableNameOrArn{.min = 1, .max = 1024, .pattern = NamePattern::NameOrArn};
// AWS: the names of tables in batches are as long as names of tables are.
inline constexpr Bounds kTableOfBatch{.min = 3, .max = 1024, .pattern = NamePattern::NameOrArn};
inline constexpr Bounds kTableName{.min = 3, .max = 255, .pattern = NamePattern::Name};
inline constexpr Bounds kIndexName{.min = 3, .max = 255, .pattern = NamePattern::Name};
inline constexpr Bounds kTableKeySchema{.min = 1, .max = 2};  // Of tables and local indexes.
inline constexpr Bounds kKeyAttributeName{.min = 1, .max = 255};
inline constexpr Bounds kAttributeName{.min = 0, .max = 65'535};
inline constexpr Bounds kResourceArn{.min = 1, .max = 1283};
inline constexpr Bounds kTagKey{.min = 1, .max = 128};
inline constexpr Bounds kTagValue{.min = 0, .max = 256};
inline constexpr Bounds kPositive{.min = 1};

// How the operations on tables report an absent TableName.
inline constexpr std::string_view kNoTableName =
    "The parameter 'TableName' is required but was not present in the request";

}  // namespace partita::api
