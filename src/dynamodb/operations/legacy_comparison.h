#pragma once

#include <span>
#include <string_view>

#include "language/expression/tree_builder.h"
#include "partita/api/input.h"
#include "partita/api/legacy_conditions.h"
#include "partita/base/result.h"

namespace partita::operations {

// One comparison of Expected, QueryFilter, ScanFilter or KeyConditions. Views the request.
struct LegacyComparison {
  std::string_view attribute;
  api::ComparisonOperator comparison_operator;
  std::span<const api::ValueInput> values;
};

// ERRORS: InvalidArgument in DynamoDB's words, in this order: an empty name, a bad value, the
// number of values, values of several types, a type that the operator does not take, BETWEEN bounds
// in wrong order.
Status check(const LegacyComparison& comparison);

// The same as a test of an expression.
// REQUIRES: check accepts the comparison.
expression::NodeIndex add_to(expression::ConditionBuilder& builder,
                             const LegacyComparison& comparison);

}  // namespace partita::operations
