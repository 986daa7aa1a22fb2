#pragma once

#include <optional>
#include <string_view>

#include "dynamodb/operations/expression_scope.h"
#include "partita/api/choices.h"
#include "partita/api/input.h"
#include "partita/base/result.h"

namespace partita::operations {

// What Query and Scan have in common in their parameters. All errors are InvalidArgument in
// DynamoDB's words.

// Which of the parameters about filter and projection are given. `legacy_filter` is the name of the
// request's filter of before there were expressions, or empty if it has none.
template <typename Request>
GivenParameters selection_parameters(const Request& request, std::string_view legacy_filter) {
  GivenParameters given;
  if (request.projection_expression) given.expressions.emplace_back("ProjectionExpression");
  if (request.filter_expression) given.expressions.emplace_back("FilterExpression");
  if (request.attributes_to_get) given.legacy.emplace_back("AttributesToGet");
  if (!legacy_filter.empty()) given.legacy.emplace_back(legacy_filter);
  if (request.conditional_operator) given.legacy.emplace_back("ConditionalOperator");
  return given;
}

// Select, and what it must fit.
struct SelectParameters {
  std::optional<api::Select> select;
  bool has_attributes_to_get = false;
  bool has_projection_expression = false;
  bool has_index = false;
};

// Whether Select fits the other parameters.
Status check_select(const SelectParameters& parameters);
template <typename Request>
Status check_select(const Request& request) {
  return check_select(
      SelectParameters{.select = request.select,
                       .has_attributes_to_get = request.attributes_to_get.has_value(),
                       .has_projection_expression = request.projection_expression.has_value(),
                       .has_index = request.index_name.has_value()});
}

// Whether the values of ExclusiveStartKey are values at all.
Status check_start_key_values(const std::optional<api::ItemInput>& start_key);

}  // namespace partita::operations
