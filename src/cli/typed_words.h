#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/table_facts.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

// Attributes as people type them behind a command: artist='Nina Simone' year:=1965.
namespace partita::cli {

// word := name operator text
struct TypedWord {
  std::string name;
  std::string operation;  // "=", ":=", "!=", "^=", "~=", "<", "<=", ">", ">="
  std::string text;
};

// ERRORS: InvalidArgument if there is no name or no operator.
Result<TypedWord> parse_typed_word(std::string_view word);

// The text as a value of a type of keys: 'S', 'N', or 'B' in base64.
// ERRORS: InvalidArgument, which names the attribute.
Result<Value> typed_value(std::string_view name, std::string_view text, char type);

// A value as JSON: 1965, true, ["a"], {"a":1}.   ERRORS: InvalidArgument, which names the
// attribute.
Result<Value> json_value(std::string_view name, std::string_view json);

// Whether it is an object of one member that names a type of DynamoDB: {"S":"a"}.
bool names_type(const Value& value);

// An object: of plain JSON, or of DynamoDB's if every value in it names its type.
// ERRORS: InvalidArgument.
Result<Item> object_in_words(std::string_view json);

// The key that the words give: name=value, values alone in the order of the key, or one object.
// ERRORS: InvalidArgument, with what the key of the table is.
Result<Item> typed_key(const TableFacts& facts, const std::vector<std::string>& words);

// The item that the words give: name=text, or name:=json, or objects; later ones go before earlier
// ones. Attributes of keys get their types from the table.
// ERRORS: InvalidArgument.
Result<Item> typed_item(const TableFacts& facts, const std::vector<std::string>& words);

// An item or a key as DynamoDB's JSON has it.   REQUIRES: check_item accepts it.
std::string dynamodb_json(const Item& item);

}  // namespace partita::cli
