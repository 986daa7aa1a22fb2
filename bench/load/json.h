#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/result.h"

namespace partita::load {

// A JSON text as a tree. The generator reads answers with a parser of its own: one that is shared
// with the server would be wrong together with it.
struct Json {
  enum class Kind { Literal, Number, String, Array, Object };

  Kind kind = Kind::Literal;
  std::string text;  // Of a literal or number as it stands, of a string without its escapes.
  std::vector<Json> elements;
  std::map<std::string, Json, std::less<>> members;

  bool operator==(const Json&) const = default;
  // The member of that name, or null.
  const Json* find(std::string_view name) const;
  // The text of {name: {type: "text"}}, as in {"stage":{"S":"dev"}}; empty if it is not there.
  std::string_view attribute(std::string_view name, std::string_view type) const;
};

// ERRORS: InvalidArgument with the place if the text is not JSON, names a member twice, or is
// nested deeper than any answer is.
Result<Json> parse_json(std::string_view text);

// As std::string_view::find, and much faster in text that is full of quotes.
std::size_t find_text(std::string_view body, std::string_view text, std::size_t from = 0);

// The text of the first object behind "name": in a text that is known to be JSON without spaces;
// empty if there is none. For the quick path: nothing is parsed.
std::string_view object_behind(std::string_view text, std::string_view name);

}  // namespace partita::load
