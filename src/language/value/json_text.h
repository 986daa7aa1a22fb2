#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "partita/value/number.h"
#include "partita/value/value.h"

namespace partita::documents {

// JSON for people: members in the order of the calls, two spaces a level, empty braces closed.
// Every value inside an object follows its name.   THREADS: one thread at a time.
class JsonText {
 public:
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

  void member(std::string_view member_name, std::string_view text);
  void member(std::string_view member_name, const Number& number);
  void flag(std::string_view member_name);  // true
  void strings(std::string_view member_name, const std::vector<std::string>& texts);
  // Opens the object or array that is the value of that name.
  void object(std::string_view member_name);
  void array(std::string_view member_name);

  // The text with a line break at its end. REQUIRES: all that was opened is closed.
  std::string take() &&;

 private:
  void open(char bracket);
  void close(char bracket);
  void begin_value();
  void break_line();

  std::string text_;
  std::vector<bool> has_values_;  // Of each level that is open.
  bool is_named_ = false;         // The next value stands behind its name.
};

// The value as plain JSON in the form of JsonText.
std::string to_json(const Value& value);

}  // namespace partita::documents
