#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "language/expression/expression_kind.h"
#include "language/expression/syntax_tree.h"
#include "partita/base/error.h"
#include "partita/value/item_view.h"

// Every text that a client can get to see from an expression, in DynamoDB's words. All are
// InvalidArgument. What some operations put in front ("1 validation error detected: ") is added
// where the request is answered.

namespace partita::expression::messages {

// "Invalid UpdateExpression: " and the problem, which is one of the texts below.
Error invalid(ExpressionKind kind, std::string_view problem);

// "AttributeValue: {N:1}"; only of the types that have an order.
std::string value_text(const ValueView& value);

// Of the text alone.
std::string too_long(ExpressionKind kind, std::size_t bytes);
std::string empty();
std::string syntax_error(std::string_view token, std::string_view near);
std::string too_many_operators(std::size_t count);
std::string too_many_in_operands(std::size_t count);
std::string redundant_parentheses();
std::string reserved_word(std::string_view name);
std::string unknown_function(std::string_view name);
// Of a function of conditions in an update, or the other way round.
std::string function_not_allowed(ExpressionKind kind, std::string_view name);
std::string misused_function(std::string_view name);
std::string section_twice(std::string_view section);
std::string path_too_deep(std::size_t parts);
std::string index_out_of_range(std::string_view digits);

// Of the text with its placeholders.
std::string undefined_name(std::string_view placeholder);
std::string undefined_value(std::string_view placeholder);
std::string operand_count(std::string_view function, std::size_t count);
std::string operand_type(std::string_view function, std::string_view type);
std::string section_operand_type(std::string_view section, ValueType type);
std::string path_required(std::string_view function);
std::string operands_not_distinct(std::string_view function, std::span<const PathStep> path);
std::string unknown_type_name(std::string_view type);
std::string between_types(const ValueView& lower, const ValueView& upper);
std::string between_order(const ValueView& lower, const ValueView& upper);
std::string paths_overlap(std::span<const PathStep> one, std::span<const PathStep> two);
std::string paths_conflict(std::span<const PathStep> one, std::span<const PathStep> two);

// Of the placeholders themselves; whole texts.
Error invalid_key(std::string_view parameter, std::string_view problem);
Error empty_name(std::string_view key);
std::string key_too_long(std::size_t bytes);
std::string key_syntax_error(std::string_view key);
Error unused_names(std::span<const std::string_view> keys);
Error unused_values(std::span<const std::string_view> keys);

// Of paths into attributes that are keys; a whole text. `role` is "Key" or "IndexKey".
Error key_not_scalar(std::string_view role, std::string_view attribute);

// Of an update on an item; whole texts.
Error invalid_path_for_update();
Error incorrect_operand_type();
Error attribute_does_not_exist();

// Of key conditions; whole texts.
Error key_operator_not_allowed(std::string_view name);
Error key_nested_operation();
Error key_nested_attribute();
Error key_several_attributes();
Error key_no_attribute();
Error key_attribute_not_first(std::string_view name);
Error key_condition_twice();
Error key_condition_count();
Error key_condition_missing(std::string_view attribute);
Error key_condition_not_supported();
Error hash_equality_required(std::span<const std::string_view> attributes);
Error range_equality_required(std::span<const std::string_view> attributes, std::string_view last);

}  // namespace partita::expression::messages
