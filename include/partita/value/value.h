#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/value/number.h"
#include "partita/value/value_set.h"
#include "partita/value/value_type.h"

namespace partita {

class Value;

using List = std::vector<Value>;

// A map of names to values, sorted by the bytes of the names. Appending a member is cheap;
// inserting one elsewhere moves those behind it. Build large maps from all their members at once.
class Map {
 public:
  struct Member;
  using Iterator = std::vector<Member>::const_iterator;

  Map();
  Map(const Map& other);
  Map(Map&& other) noexcept;
  Map& operator=(const Map& other);
  Map& operator=(Map&& other) noexcept;
  ~Map();
  // Takes members in any order; of several with the same name, the last one counts.
  Map(std::initializer_list<Member> members);
  explicit Map(std::vector<Member> members);

  bool is_empty() const { return size() == 0; }
  std::size_t size() const;
  Iterator begin() const { return members_.begin(); }
  Iterator end() const { return members_.end(); }

  // The value of that name, or null.
  const Value* find(std::string_view name) const;
  Value* find(std::string_view name);
  // Adds the member, or replaces the value it has.
  void set(std::string_view name, Value value);
  // Returns whether there was such a member.
  bool erase(std::string_view name);

  friend bool operator==(const Map& left, const Map& right);

 private:
  void sort();
  std::vector<Member>::iterator lower_bound(std::string_view name);

  std::vector<Member> members_;
};

// An item is the map of its attributes:   Item item{{"pk", "a"}, {"v", 1}};
using Item = Map;

// An attribute value of any type, which owns its content: for building and changing values. Stored
// values that are only read stay in their encoded form (item_view.h).
//
// Equality is DynamoDB's: sets and maps have no order, numbers are equal by value.
// REQUIRES: strings and names are valid UTF-8, which check_item verifies.
class Value {
 public:
  Value() = default;             // NULL
  Value(std::nullptr_t) {}       // NOLINT: implicit, {"deleted", nullptr}
  Value(const char* text);       // NOLINT: implicit, a literal is S
  Value(std::string text);       // NOLINT: implicit
  Value(std::string_view text);  // NOLINT: implicit
  Value(Number number);          // NOLINT: implicit
  Value(List list);              // NOLINT: implicit
  Value(Map map);                // NOLINT: implicit
  Value(StringSet set);          // NOLINT: implicit
  Value(NumberSet set);          // NOLINT: implicit
  Value(BinarySet set);          // NOLINT: implicit
  Value(Binary binary);          // NOLINT: implicit
  template <std::same_as<bool> Bool>
  Value(Bool boolean) : content_(boolean) {}  // NOLINT: implicit, but nothing converts to it
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool> && (std::signed_integral<Integer> || sizeof(Integer) < 8))
      Value(Integer integer)
      : Value(Number(std::int64_t{integer})) {}  // NOLINT: implicit
  template <std::floating_point Float>
  Value(Float) = delete;  // Not exact: give its text to Number::parse.

  // ERRORS: those of ValueSet::create.
  static Result<Value> string_set(std::vector<std::string> elements);
  static Result<Value> number_set(std::vector<Number> elements);
  static Result<Value> binary_set(std::vector<Binary> elements);

  ValueType type() const { return static_cast<ValueType>(content_.index()); }

  // REQUIRES: the value is of that type; another one is a bug and stops the program.
  const std::string& string() const { return get<std::string>(); }
  const Number& number() const { return get<Number>(); }
  const Bytes& binary() const { return get<Binary>().bytes; }
  bool boolean() const { return get<bool>(); }
  const List& list() const { return get<List>(); }
  List& list() { return const_cast<List&>(get<List>()); }
  const Map& map() const { return get<Map>(); }
  Map& map() { return const_cast<Map&>(get<Map>()); }
  const StringSet& string_set() const { return get<StringSet>(); }
  const NumberSet& number_set() const { return get<NumberSet>(); }
  const BinarySet& binary_set() const { return get<BinarySet>(); }

  friend bool operator==(const Value& left, const Value& right);

 private:
  template <typename T>
  const T& get() const {
    const T* content = std::get_if<T>(&content_);
    PARTITA_CHECK(content != nullptr);
    return *content;
  }

  // In the order of ValueType.
  using Content = std::variant<std::string, Number, Binary, bool, std::monostate, List, Map,
                               StringSet, NumberSet, BinarySet>;
  Content content_{std::monostate()};
};

struct Map::Member {
  std::string name;
  Value value;

  friend bool operator==(const Member&, const Member&) = default;
};

// Compares two values: S and B by unsigned bytes, N by value. Values of different types, and values
// of all other types, are unordered, even with themselves.
std::partial_ordering compare(const Value& left, const Value& right);

}  // namespace partita
