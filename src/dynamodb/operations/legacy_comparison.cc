#include "dynamodb/operations/legacy_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <vector>

#include "dynamodb/operations/attribute_name.h"
#include "partita/api/exception.h"

namespace partita::operations {
namespace {

using api::ComparisonOperator;
using expression::Comparator;
using expression::ConditionBuilder;
using expression::Function;
using expression::NodeIndex;
using expression::OperandIndex;

bool is_count_right(ComparisonOperator op, std::size_t count) {
  switch (op) {
    case ComparisonOperator::Null:
    case ComparisonOperator::NotNull:
      return count == 0;
    case ComparisonOperator::Between:
      return count == 2;
    case ComparisonOperator::In:
      return count > 0;
    default:
      return count == 1;
  }
}

bool takes_type(ComparisonOperator op, ValueType type) {
  const bool is_ordered = type == ValueType::S || type == ValueType::N || type == ValueType::B;
  switch (op) {
    case ComparisonOperator::Eq:
    case ComparisonOperator::Ne:
      return true;
    case ComparisonOperator::Contains:
    case ComparisonOperator::NotContains:
      return is_ordered || type == ValueType::Bool || type == ValueType::Null;
    case ComparisonOperator::BeginsWith:
      return type == ValueType::S || type == ValueType::B;
    default:
      return is_ordered;
  }
}

Status check_types(const LegacyComparison& comparison) {
  if (comparison.values.empty()) return {};
  const ValueType type = comparison.values[0].view().type();
  for (const auto& value : comparison.values) {
    if (value.view().type() == type) continue;
    return api::invalid(
        "One or more parameter values were invalid: AttributeValues inside AttributeValueList must "
        "be of same type");
  }
  if (takes_type(comparison.comparison_operator, type)) return {};
  return api::invalid(fmt::format(
      "One or more parameter values were invalid: ComparisonOperator {} is not valid for {} "
      "AttributeValue type",
      api::wire_name(comparison.comparison_operator), name_of(type)));
}

Comparator comparator_of(ComparisonOperator op) {
  switch (op) {
    case ComparisonOperator::Ne:
      return Comparator::NotEqual;
    case ComparisonOperator::Lt:
      return Comparator::Less;
    case ComparisonOperator::Le:
      return Comparator::LessOrEqual;
    case ComparisonOperator::Gt:
      return Comparator::Greater;
    case ComparisonOperator::Ge:
      return Comparator::GreaterOrEqual;
    default:
      return Comparator::Equal;
  }
}

}  // namespace

Status check(const LegacyComparison& comparison) {
  TRY(check_attribute_name(comparison.attribute));
  for (const auto& value : comparison.values) TRY(value.check());
  if (!is_count_right(comparison.comparison_operator, comparison.values.size())) {
    return api::invalid(fmt::format(
        "One or more parameter values were invalid: Invalid number of argument(s) for the {} "
        "ComparisonOperator",
        api::wire_name(comparison.comparison_operator)));
  }
  TRY(check_types(comparison));
  if (comparison.comparison_operator == ComparisonOperator::Between &&
      std::is_gt(compare(comparison.values[0].view(), comparison.values[1].view()))) {
    return api::invalid(
        "The BETWEEN condition was provided a range where the lower bound is greater than the "
        "upper bound");
  }
  return {};
}

NodeIndex add_to(ConditionBuilder& builder, const LegacyComparison& comparison) {
  const OperandIndex path = builder.path(comparison.attribute);
  std::vector<OperandIndex> values;
  for (const auto& value : comparison.values) values.push_back(builder.value(value.view()));
  switch (comparison.comparison_operator) {
    case ComparisonOperator::Null:
      return builder.call(Function::AttributeNotExists, {path});
    case ComparisonOperator::NotNull:
      return builder.call(Function::AttributeExists, {path});
    case ComparisonOperator::In:
      return builder.in(path, values);
    case ComparisonOperator::Between:
      return builder.between(path, values[0], values[1]);
    case ComparisonOperator::BeginsWith:
      return builder.call(Function::BeginsWith, {path, values[0]});
    case ComparisonOperator::Contains:
      return builder.call(Function::Contains, {path, values[0]});
    case ComparisonOperator::NotContains: {
      // AWS, measured: an attribute that is absent neither contains nor NOT_CONTAINS anything.
      const NodeIndex exists = builder.call(Function::AttributeExists, {path});
      return builder.and_(
          {exists, builder.not_(builder.call(Function::Contains, {path, values[0]}))});
    }
    default:
      return builder.compare(path, comparator_of(comparison.comparison_operator), values[0]);
  }
}

}  // namespace partita::operations
