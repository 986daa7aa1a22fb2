#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/value/number.h"
#include "partita/value/value.h"

namespace partita {

enum class JsonLayout : std::uint8_t {
  Lines,    // For people: a line for each value, two spaces a level, empty brackets closed.
  Compact,  // For programs: one line without blanks.
};

// Writes JSON: members in the order of the calls, commas and quotes where they belong. Every value
// inside an object follows its name. All JSON that this program writes comes from here, but for the
// answers of the DynamoDB API and for items, which are written byte by byte (protocol/json_sink.h).
// THREADS: one thread at a time.
class JsonText {
 public:
  // Appends to `begun`, so that a text that is there already needs no copy.
  explicit JsonText(JsonLayout layout = JsonLayout::Lines, std::string begun = {})
      : text_(std::move(begun)), layout_(layout) {}

  void open_object() { open('{'); }
  void close_object() { close('}'); }
  void open_array() { open('['); }
  void close_array() { close(']'); }
  // The name of the next value. REQUIRES: an object is open.
  void name(std::string_view text);

  // REQUIRES: valid UTF-8.
  void string(std::string_view text);
  void number(const Number& number);
  void boolean(bool truth);
  void null();
  // Plain JSON: numbers as numbers, binaries as base64, sets as arrays.
  void value(const Value& value);
  // A value that is JSON already: a number of some decimals.
  void raw(std::string_view json);

  void member(std::string_view member_name, std::string_view text);
  void member(std::string_view member_name, const Number& number);
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>)  //
      void member(std::string_view member_name, Integer number) {
    std::array<char, 24> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    name(member_name);
    raw({digits.data(), static_cast<std::size_t>(end - digits.data())});
  }
  void flag(std::string_view member_name, bool truth = true);
  void strings(std::string_view member_name, const std::vector<std::string>& texts);
  // Opens the object or array that is the value of that name.
  void object(std::string_view member_name);
  void array(std::string_view member_name);

  // The text; one in lines ends with a line break. REQUIRES: all that was opened is closed.
  std::string take() &&;

 private:
  void open(char bracket);
  void close(char bracket);
  void begin_value();
  void break_line();

  std::string text_;
  // Of each level that is open, whether it has values. A string holds many levels without an
  // allocation.
  std::string has_values_;
  bool is_named_ = false;  // The next value stands behind its name.
  const JsonLayout layout_;
};

// The value as plain JSON in lines.
std::string to_json(const Value& value);

}  // namespace partita
