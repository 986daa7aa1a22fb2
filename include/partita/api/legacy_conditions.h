#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "partita/api/input.h"
#include "partita/api/shape.h"

// The parameters that DynamoDB had before expressions: Expected, KeyConditions, QueryFilter,
// ScanFilter, AttributeUpdates. They are supported for old clients; new programs use expressions. A
// request that mixes both forms is refused with Validation.
namespace partita::api {

enum class ComparisonOperator {
  In,
  Null,
  Between,
  Lt,
  NotContains,
  Eq,
  Gt,
  NotNull,
  Ne,
  Le,
  BeginsWith,
  Ge,
  Contains
};
inline constexpr std::array<std::string_view, 13> kComparisonOperatorWords = {
    "IN",       "NULL", "BETWEEN", "LT",          "NOT_CONTAINS", "EQ",      "GT",
    "NOT_NULL", "NE",   "LE",      "BEGINS_WITH", "GE",           "CONTAINS"};
constexpr EnumWords wire_names(ComparisonOperator) { return kComparisonOperatorWords; }

// A comparison of one attribute with values: none for Null and NotNull, two for Between, at least
// one for In, one for all others.
struct Condition {
  std::optional<std::vector<ValueInput>> attribute_value_list;
  ComparisonOperator comparison_operator{};

  static constexpr auto shape() {
    using Self = Condition;
    return std::tuple(optional("AttributeValueList", &Self::attribute_value_list),
                      required("ComparisonOperator", &Self::comparison_operator));
  }
};

// A condition on one attribute: either a comparison with attribute_value_list, or a value that it
// must be equal to, or `exists = false` if the item must not have it.
struct ExpectedAttributeValue {
  std::optional<ValueInput> value;
  std::optional<bool> exists;
  std::optional<ComparisonOperator> comparison_operator;
  std::optional<std::vector<ValueInput>> attribute_value_list;

  static constexpr auto shape() {
    using Self = ExpectedAttributeValue;
    return std::tuple(optional("Value", &Self::value), optional("Exists", &Self::exists),
                      optional("ComparisonOperator", &Self::comparison_operator),
                      optional("AttributeValueList", &Self::attribute_value_list));
  }
};

enum class AttributeAction { Add, Delete, Put };
inline constexpr std::array<std::string_view, 3> kAttributeActionWords = {"ADD", "DELETE", "PUT"};
constexpr EnumWords wire_names(AttributeAction) { return kAttributeActionWords; }

// What an update does to one attribute. Put (the default) sets it. Add adds to a number or a set.
// Delete removes the attribute or, with a value, elements of a set.
struct AttributeValueUpdate {
  std::optional<ValueInput> value;
  std::optional<AttributeAction> action;

  static constexpr auto shape() {
    using Self = AttributeValueUpdate;
    return std::tuple(optional("Value", &Self::value), optional("Action", &Self::action));
  }
};

}  // namespace partita::api
