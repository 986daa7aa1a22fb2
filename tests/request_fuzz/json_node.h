#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "partita/api/shape.h"
#include "wire/protocol/shapes.h"

namespace partita::request_fuzz {

// JSON that is to be sent, with what the shape of the request says of each place. It may be wrong
// in ways that a parser's tree cannot be: names that come twice, tokens that are none.
struct JsonNode {
  enum class Kind { Token, Text, List, Object };

  Kind kind = Kind::Token;
  std::string name;                 // If it stands in an object.
  std::string text;                 // Of a Token as it is sent, of a Text without quotes.
  std::vector<JsonNode> children;   // Of a List and an Object.
  const protocol::FieldType* type;  // nullptr where no shape rules, as inside attribute values.
  api::Bounds bounds;

  static JsonNode token(std::string_view text) { return {Kind::Token, {}, std::string(text)}; }
  static JsonNode string(std::string_view text) { return {Kind::Text, {}, std::string(text)}; }
  // REQUIRES: `json` is JSON. No shape rules in it.
  static JsonNode parse(std::string_view json);

  JsonNode* find(std::string_view member);
  bool has_children() const { return kind == Kind::List || kind == Kind::Object; }
};

std::string print(const JsonNode& node);

// Every place of the tree, the root first, with its path from there: "KeySchema.1.KeyType".
struct JsonPlace {
  JsonNode* node;
  std::string path;
};
std::vector<JsonPlace> places_of(JsonNode& root);

}  // namespace partita::request_fuzz
