#include "language/expression/messages.h"

#include <fmt/ranges.h>

#include <array>
#include <variant>

#include "partita/base/base64.h"

namespace partita::expression::messages {

namespace {

Error whole(std::string text) { return Error::invalid_argument(std::move(text)); }

// "[a, [3], b]"
std::string path_text(std::span<const PathStep> path) {
  std::string text = "[";
  for (const PathStep& step : path) {
    if (text.size() > 1) text += ", ";
    if (const auto* name = std::get_if<std::string_view>(&step)) {
      text += *name;
    } else {
      text += fmt::format("[{}]", std::get<std::size_t>(step));
    }
  }
  return text + "]";
}

std::string bounds_text(const ValueView& lower, const ValueView& upper) {
  return fmt::format("lower bound operand: {}, upper bound operand: {}", value_text(lower),
                     value_text(upper));
}

std::string two_paths(std::string_view verb, std::span<const PathStep> one,
                      std::span<const PathStep> two) {
  return fmt::format(
      "Two document paths {} with each other; must remove or rewrite one of these paths; "
      "path one: {}, path two: {}",
      verb, path_text(one), path_text(two));
}

}  // namespace

std::string value_text(const ValueView& value) {
  std::string text;
  switch (value.type()) {
    case ValueType::S:
      text = value.string();
      break;
    case ValueType::N:
      value.number().append_to(text);
      break;
    case ValueType::B:
      base64_append(text, value.binary());
      break;
    default:
      break;
  }
  return fmt::format("AttributeValue: {{{}:{}}}", name_of(value.type()), text);
}

Error invalid(ExpressionKind kind, std::string_view problem) {
  return whole(fmt::format("Invalid {}: {}", name_of(kind), problem));
}

// AWS: the size is told of every expression but an update.
std::string too_long(ExpressionKind kind, std::size_t bytes) {
  constexpr std::string_view kWords = "Expression size has exceeded the maximum allowed size;";
  if (kind == ExpressionKind::Update) return std::string(kWords);
  return fmt::format("{} expression size: {}", kWords, bytes);
}

std::string empty() { return "The expression can not be empty;"; }

std::string syntax_error(std::string_view token, std::string_view near) {
  return fmt::format("Syntax error; token: \"{}\", near: \"{}\"", token, near);
}

std::string too_many_operators(std::size_t count) {
  return fmt::format("The expression contains too many operators; operator count: {}", count);
}

std::string too_many_in_operands(std::size_t count) {
  return fmt::format("The IN operator is provided with too many operands; number of operands: {}",
                     count);
}

std::string redundant_parentheses() { return "The expression has redundant parentheses;"; }

std::string reserved_word(std::string_view name) {
  return fmt::format("Attribute name is a reserved keyword; reserved keyword: {}", name);
}

std::string unknown_function(std::string_view name) {
  return fmt::format("Invalid function name; function: {}", name);
}

std::string function_not_allowed(ExpressionKind kind, std::string_view name) {
  const bool is_update = kind == ExpressionKind::Update;
  return fmt::format("The function is not allowed in {}; function: {}",
                     is_update ? "an update expression" : "a condition expression", name);
}

std::string misused_function(std::string_view name) {
  return fmt::format(
      "The function is not allowed to be used this way in an expression; function: {}", name);
}

std::string section_twice(std::string_view section) {
  return fmt::format("The \"{}\" section can only be used once in an update expression;", section);
}

// Ours: AWS's words for this limit are not known.
std::string path_too_deep(std::size_t parts) {
  return fmt::format("The document path has more levels than an item can have; levels: {}", parts);
}

std::string index_out_of_range(std::string_view digits) {
  return fmt::format("List index is not within the allowable range; index: [{}]", digits);
}

std::string undefined_name(std::string_view placeholder) {
  return fmt::format(
      "An expression attribute name used in the document path is not defined; attribute name: {}",
      placeholder);
}

std::string undefined_value(std::string_view placeholder) {
  return fmt::format(
      "An expression attribute value used in expression is not defined; attribute value: {}",
      placeholder);
}

std::string operand_count(std::string_view function, std::size_t count) {
  return fmt::format(
      "Incorrect number of operands for operator or function; operator or function: {}, number of "
      "operands: {}",
      function, count);
}

std::string operand_type(std::string_view function, std::string_view type) {
  return fmt::format(
      "Incorrect operand type for operator or function; operator or function: {}, operand type: {}",
      function, type);
}

// AWS names the set of types that ADD allows for DELETE too (captured in eu-west-2, 2026-09).
std::string section_operand_type(std::string_view section, ValueType type) {
  constexpr std::array<std::string_view, 10> kNames = {
      "STRING", "NUMBER", "BINARY",     "BOOL",       "NULL",
      "LIST",   "MAP",    "STRING_SET", "NUMBER_SET", "BINARY_SET"};
  return fmt::format(
      "Incorrect operand type for operator or function; operator: {}, operand type: {}, typeSet: "
      "ALLOWED_FOR_ADD_OPERAND",
      section, kNames[static_cast<std::size_t>(type)]);
}

std::string path_required(std::string_view function) {
  return fmt::format("Operator or function requires a document path; operator or function: {}",
                     function);
}

std::string operands_not_distinct(std::string_view function, std::span<const PathStep> path) {
  return fmt::format(
      "The first operand must be distinct from the remaining operands for this operator or "
      "function; operator: {}, first operand: {}",
      function, path_text(path));
}

std::string unknown_type_name(std::string_view type) {
  return fmt::format(
      "Invalid attribute type name found; type: {}, valid types: {{B,NULL,SS,BOOL,L,BS,N,NS,S,M}}",
      type);
}

std::string between_types(const ValueView& lower, const ValueView& upper) {
  return "The BETWEEN operator requires same data type for lower and upper bounds; " +
         bounds_text(lower, upper);
}

std::string between_order(const ValueView& lower, const ValueView& upper) {
  return "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; " +
         bounds_text(lower, upper);
}

std::string paths_overlap(std::span<const PathStep> one, std::span<const PathStep> two) {
  return two_paths("overlap", one, two);
}

std::string paths_conflict(std::span<const PathStep> one, std::span<const PathStep> two) {
  return two_paths("conflict", one, two);
}

Error invalid_key(std::string_view parameter, std::string_view problem) {
  return whole(fmt::format("{} contains invalid key: {}", parameter, problem));
}

// Ours: AWS's words for this limit are not known.
std::string key_too_long(std::size_t bytes) {
  return fmt::format("A placeholder is at most 255 bytes long; size: {}", bytes);
}

Error empty_name(std::string_view key) {
  return whole(fmt::format(
      "ExpressionAttributeNames contains invalid value: Empty attribute name for key {}", key));
}

std::string key_syntax_error(std::string_view key) {
  return fmt::format("Syntax error; key: \"{}\"", key);
}

Error unused_names(std::span<const std::string_view> keys) {
  return whole(
      fmt::format("Value provided in ExpressionAttributeNames unused in expressions: keys: {{{}}}",
                  fmt::join(keys, ", ")));
}

Error unused_values(std::span<const std::string_view> keys) {
  return whole(
      fmt::format("Value provided in ExpressionAttributeValues unused in expressions: keys: {{{}}}",
                  fmt::join(keys, ", ")));
}

Error key_not_scalar(std::string_view role, std::string_view attribute) {
  return whole(fmt::format(
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: "
      "{}: {}",
      role, attribute));
}

Error invalid_path_for_update() {
  return whole("The document path provided in the update expression is invalid for update");
}

Error incorrect_operand_type() {
  return whole("An operand in the update expression has an incorrect data type");
}

Error attribute_does_not_exist() {
  return whole("The provided expression refers to an attribute that does not exist in the item");
}

Error key_operator_not_allowed(std::string_view name) {
  return whole(fmt::format("Invalid operator used in KeyConditionExpression: {}", name));
}

Error key_nested_operation() {
  return whole("KeyConditionExpressions cannot contain nested operations");
}

Error key_nested_attribute() {
  return whole(
      "Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested "
      "attributes");
}

Error key_several_attributes() {
  return whole(
      "Invalid KeyConditionExpression: Invalid condition in KeyConditionExpression: Multiple "
      "attribute names used in one condition");
}

Error key_no_attribute() {
  return whole("Invalid condition in KeyConditionExpression: No key attribute specified");
}

Error key_attribute_not_first(std::string_view name) {
  return whole(fmt::format(
      "Invalid condition in KeyConditionExpression: {} operator must have the key attribute as its "
      "first operand",
      name));
}

Error key_condition_twice() {
  return whole(
      "Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per "
      "key");
}

Error key_condition_count() { return whole("Conditions can be of length 1 or 2 only"); }

Error key_condition_missing(std::string_view attribute) {
  return whole(fmt::format("Query condition missed key schema element: {}", attribute));
}

Error key_condition_not_supported() { return whole("Query key condition not supported"); }

Error hash_equality_required(std::span<const std::string_view> attributes) {
  return whole(
      fmt::format("HASH key attributes {} must have equality conditions specified in the query",
                  fmt::join(attributes, ", ")));
}

Error range_equality_required(std::span<const std::string_view> attributes, std::string_view last) {
  return whole(fmt::format(
      "RANGE key attributes {} must have equality conditions specified in the query because a "
      "condition is present on key attribute {}",
      fmt::join(attributes, ", "), last));
}

}  // namespace partita::expression::messages
