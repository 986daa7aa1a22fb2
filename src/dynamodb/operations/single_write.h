#pragma once

#include <optional>

#include "dynamodb/operations/capacity_answer.h"
#include "dynamodb/operations/context.h"
#include "dynamodb/operations/legacy_conditions.h"
#include "dynamodb/operations/write_plan.h"
#include "partita/api/choices.h"
#include "partita/api/input.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/item_view.h"
#include "store/items/item_write.h"

// What PutItem, UpdateItem and DeleteItem have in common.
namespace partita::operations {

// The parameters about a condition that the request gives.
template <typename Request>
GivenParameters condition_parameters(const Request& request) {
  GivenParameters given;
  if (request.condition_expression) given.expressions.emplace_back("ConditionExpression");
  if (request.expected) given.legacy.emplace_back("Expected");
  if (request.conditional_operator) given.legacy.emplace_back("ConditionalOperator");
  return given;
}

// ERRORS: InvalidArgument unless it is ALL_OLD or NONE.
Status check_returns_old_or_nothing(const std::optional<api::ReturnValue>& wanted);

// Whether one of the values is nested so deep that DynamoDB's older layer has to answer.
bool is_for_older_layer(const std::optional<Error>& problem);
bool is_for_older_layer(const api::ItemInput& input);
bool is_for_older_layer(const Expected& expected);

// The same check where the older layer makes it: before that of values.
// AWS: DeleteItem with a value of 63 levels tells it bare and ahead of the depth (captured
// 2026-10).
template <typename Request>
Status check_returns_in_older_layer(const Request& request, const api::ItemInput& subject) {
  const auto& values = request.expression_attribute_values;
  const bool is_older = is_for_older_layer(subject) || (values && is_for_older_layer(*values)) ||
                        is_for_older_layer(request.expected);
  if (!is_older) return {};
  return check_returns_old_or_nothing(request.return_values);
}

// A plan for the action whose condition, table and key are still to be found.
template <typename Request>
WritePlan new_plan(const ReadContext& context, const Request& request, WriteAction action) {
  WritePlan plan{.scope = std::make_unique<ExpressionScope>(context.expressions),
                 .action = std::move(action)};
  plan.returns_item_on_failure = request.return_values_on_condition_check_failure ==
                                 api::ReturnValuesOnConditionCheckFailure::AllOld;
  return plan;
}

// Makes the placeholders of the request known, before anything that uses them is bound.
// ERRORS: those of check_parameters and ExpressionScope::open.
template <typename Request>
Status open_scope(const Request& request, const WritePlan& plan) {
  const auto& names = request.expression_attribute_names;
  const auto& values = request.expression_attribute_values;
  TRY(check_parameters(condition_parameters(request), names, values));
  return plan.scope->open(names, values);
}

// Binds the condition of a request that has no other expression, be it of today or of before there
// were expressions.
// ERRORS: InvalidArgument in DynamoDB's words.
template <typename Request>
Status bind_condition(const Request& request, WritePlan& plan) {
  plan.condition = TRY(
      plan.scope->condition(expression::ExpressionKind::Condition, request.condition_expression));
  TRY(plan.scope->close());
  if (request.condition_expression) return {};
  plan.condition = TRY(legacy_condition(request.expected, request.conditional_operator));
  return {};
}

// One write whose expressions are trees.
// ERRORS: ResourceNotFound; InvalidArgument in DynamoDB's words.
// REQUIRES: it is no Check; its item or key is a valid one; the request outlives the plan.
Result<WritePlan> plan_write(const ReadContext& context, const TreeWrite& request);

// Reads the item, decides and commits. REQUIRES: context and plan outlive the task.
Task<Result<items::WriteOutcome>> execute(Context& context, const WritePlan& plan,
                                          items::WantedImages wanted);

// The images that ReturnValues asks for.
items::WantedImages wanted_images(const std::optional<api::ReturnValue>& wanted);

// Adds to the answer what the write has cost. `key` has the attributes of the item's key.
template <typename Request, typename Response>
void tell_cost(const Request& request, const items::WriteOutcome& outcome, const ItemView& key,
               Response& response) {
  response.consumed_capacity =
      consumed_by_write(*outcome.table, request.return_consumed_capacity, outcome.effect);
  response.item_collection_metrics = item_collection_metrics(
      *outcome.table, request.return_item_collection_metrics, key, outcome.collection);
}

}  // namespace partita::operations
