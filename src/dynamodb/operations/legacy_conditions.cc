#include "dynamodb/operations/legacy_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "dynamodb/operations/legacy_comparison.h"
#include "language/expression/placeholders.h"
#include "partita/api/exception.h"

namespace partita::operations {
namespace {

using api::ComparisonOperator;
using expression::Condition;
using expression::ConditionBuilder;
using expression::ExpressionKind;
using expression::KeyClause;

using Comparisons = std::vector<LegacyComparison>;

Error wrong_parameters(std::string_view problem, std::string_view attribute) {
  return api::invalid(fmt::format("One or more parameter values were invalid: {} for Attribute: {}",
                                  problem, attribute));
}

Status check_conditional_operator(const ConditionalOperatorChoice& conditional_operator,
                                  std::size_t condition_count) {
  if (!conditional_operator || condition_count > 1) return {};
  return api::invalid(condition_count == 0
                          ? "ConditionalOperator cannot be used without Filter or Expected"
                          : "ConditionalOperator can only be used when Filter or Expected has two "
                            "or more elements");
}

std::span<const api::ValueInput> values_of(
    const std::optional<std::vector<api::ValueInput>>& list) {
  return list ? std::span(*list) : std::span<const api::ValueInput>();
}

std::span<const api::ValueInput> values_of(const api::ExpectedAttributeValue& expected) {
  if (expected.value) return std::span(&*expected.value, 1);
  return values_of(expected.attribute_value_list);
}

// With a ComparisonOperator.
Status check_comparing(std::string_view attribute, const api::ExpectedAttributeValue& expected) {
  const ComparisonOperator op = *expected.comparison_operator;
  if (expected.exists) {
    return wrong_parameters("Exists and ComparisonOperator cannot be used together", attribute);
  }
  const bool needs_value = op != ComparisonOperator::Null && op != ComparisonOperator::NotNull;
  if (needs_value && !expected.value && !expected.attribute_value_list) {
    return wrong_parameters(
        fmt::format("Value or AttributeValueList must be used with ComparisonOperator: {}",
                    api::wire_name(op)),
        attribute);
  }
  return {};
}

// Without one: Exists and Value, of which Exists is true unless it is said to be false.
Status check_plain(std::string_view attribute, const api::ExpectedAttributeValue& expected) {
  if (expected.attribute_value_list) {
    return wrong_parameters("AttributeValueList can only be used with a ComparisonOperator",
                            attribute);
  }
  const bool exists = expected.exists.value_or(true);
  if (exists && !expected.value) {
    return wrong_parameters(
        fmt::format("Value must be provided when Exists is {}", expected.exists ? "true" : "null"),
        attribute);
  }
  if (!exists && expected.value) {
    return wrong_parameters("Value cannot be used when Exists is false", attribute);
  }
  return {};
}

Result<LegacyComparison> comparison_of(std::string_view attribute,
                                       const api::ExpectedAttributeValue& expected) {
  if (expected.value && expected.attribute_value_list) {
    return wrong_parameters("Value and AttributeValueList cannot be used together", attribute);
  }
  if (expected.comparison_operator) {
    TRY(check_comparing(attribute, expected));
    return LegacyComparison{attribute, *expected.comparison_operator, values_of(expected)};
  }
  TRY(check_plain(attribute, expected));
  const auto op = expected.value ? ComparisonOperator::Eq : ComparisonOperator::Null;
  return LegacyComparison{attribute, op, values_of(expected)};
}

LegacyComparison comparison_of(std::string_view attribute, const api::Condition& condition) {
  return {attribute, condition.comparison_operator, values_of(condition.attribute_value_list)};
}

Result<Condition> condition_of(ExpressionKind kind, const Comparisons& comparisons,
                               const ConditionalOperatorChoice& conditional_operator) {
  ConditionBuilder builder(kind);
  std::vector<expression::NodeIndex> tests;
  for (const auto& comparison : comparisons) tests.push_back(add_to(builder, comparison));
  const bool is_or = conditional_operator == api::ConditionalOperator::Or;
  const auto root = is_or ? builder.or_(std::move(tests)) : builder.and_(std::move(tests));
  const expression::Placeholders none;
  expression::PlaceholderUse use(none);
  return Condition::bind(std::move(builder).finish(root), use);
}

KeyClause::Operator key_operator(ComparisonOperator op) {
  switch (op) {
    case ComparisonOperator::Lt:
      return KeyClause::Operator::Less;
    case ComparisonOperator::Le:
      return KeyClause::Operator::LessOrEqual;
    case ComparisonOperator::Gt:
      return KeyClause::Operator::Greater;
    case ComparisonOperator::Ge:
      return KeyClause::Operator::GreaterOrEqual;
    case ComparisonOperator::Between:
      return KeyClause::Operator::Between;
    case ComparisonOperator::BeginsWith:
      return KeyClause::Operator::BeginsWith;
    default:
      return KeyClause::Operator::Equal;
  }
}

bool is_indexable(ComparisonOperator op) {
  return op == ComparisonOperator::Eq || key_operator(op) != KeyClause::Operator::Equal;
}

KeyClause clause_of(const LegacyComparison& comparison) {
  static const EncodedValue kNull;
  const bool is_looked_up = is_indexable(comparison.comparison_operator);
  KeyClause clause{.attribute = comparison.attribute,
                   .op = key_operator(comparison.comparison_operator),
                   .value = is_looked_up ? comparison.values[0].view() : kNull.view(),
                   .upper = std::nullopt};
  if (clause.op == KeyClause::Operator::Between) clause.upper = comparison.values[1].view();
  return clause;
}

}  // namespace

Result<std::optional<Condition>> legacy_condition(
    const Expected& expected, const ConditionalOperatorChoice& conditional_operator) {
  TRY(check_conditional_operator(conditional_operator, expected ? expected->size() : 0));
  if (!expected || expected->empty()) return std::optional<Condition>{};
  Comparisons comparisons;
  for (const auto& [attribute, value] : *expected) {
    comparisons.push_back(TRY(comparison_of(attribute, value)));
    TRY(check(comparisons.back()));
  }
  return std::optional(
      TRY(condition_of(ExpressionKind::Condition, comparisons, conditional_operator)));
}

Result<std::optional<Condition>> legacy_filter(
    const LegacyFilter& filter, const ConditionalOperatorChoice& conditional_operator) {
  TRY(check_conditional_operator(conditional_operator, filter ? filter->size() : 0));
  if (!filter || filter->empty()) return std::optional<Condition>{};
  Comparisons comparisons;
  for (const auto& [attribute, condition] : *filter) {
    comparisons.push_back(comparison_of(attribute, condition));
    TRY(check(comparisons.back()));
  }
  return std::optional(
      TRY(condition_of(ExpressionKind::Filter, comparisons, conditional_operator)));
}

Result<std::vector<KeyClause>> legacy_key_clauses(
    const api::Dictionary<api::Condition>& key_conditions) {
  std::vector<KeyClause> clauses;
  for (const auto& [attribute, condition] : key_conditions) {
    const auto comparison = comparison_of(attribute, condition);
    TRY(check(comparison));
    clauses.push_back(clause_of(comparison));
  }
  if (clauses.empty()) return api::invalid("Conditions can be of length 1 or 2 only");
  return clauses;
}

bool are_indexable(const api::Dictionary<api::Condition>& key_conditions) {
  return std::all_of(key_conditions.begin(), key_conditions.end(), [](const auto& entry) {
    return is_indexable(entry.second.comparison_operator);
  });
}

}  // namespace partita::operations
