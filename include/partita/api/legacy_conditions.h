#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "partita/api/input.h"
#include "partita/api/shape.h"

// Conditions and updates as they were before expressions: Expected, QueryFilter, AttributeUpdates.
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

// A comparison of one attribute, by which a Query or Scan chooses.
struct Condition {
  std::optional<std::vector<ValueInput>> attribute_value_list;
  ComparisonOperator comparison_operator{};

  static constexpr auto shape() {
    using Self = Condition;
    return std::tuple(optional("AttributeValueList", &Self::attribute_value_list),
                      required("ComparisonOperator", &Self::comparison_operator));
  }
};

// What an attribute must be like for a write to happen: a comparison, or a value and whether it
// exists.
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

// What becomes of one attribute; Put if the action is absent.
struct AttributeValueUpdate {
  std::optional<ValueInput> value;
  std::optional<AttributeAction> action;

  static constexpr auto shape() {
    using Self = AttributeValueUpdate;
    return std::tuple(optional("Value", &Self::value), optional("Action", &Self::action));
  }
};

}  // namespace partita::api
