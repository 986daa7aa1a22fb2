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

// Names and values in the order in which they came.
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

// How AWS tells that a member does not keep its limits, where it is not told as most are:
//   Value 'ab' at 'tableName' failed to satisfy constraint: ...
struct Telling {
  // What a client is told, before and instead of all else, if the member is absent or a map
  // without entries.
  std::string_view absence_message;
  // Whether an absent list or map is told as one without elements.
  bool is_absence_emptiness = false;
  // Whether its own bounds are told without the value and with the names as they are on the wire.
  bool is_plain = false;
  // Whether it is all that is told if no required member is absent; in these words, if any.
  bool is_alone = false;
  std::string_view alone_message;
  // Whether it is told only if nothing before it is.
  bool is_last = false;
  // Whether a value is shown as the JSON that came, and not as Java prints it.
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

// How the operations on tables tell that their TableName is absent.
inline constexpr std::string_view kNoTableName =
    "The parameter 'TableName' is required but was not present in the request";

}  // namespace partita::api
