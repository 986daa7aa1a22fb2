#include "operations/put_item.h"

#include "items/item_write.h"
#include "operations/capacity_answer.h"
#include "operations/envelope.h"
#include "operations/legacy_conditions.h"
#include "operations/table_access.h"
#include "operations/write_plan.h"
#include "partita/api/exception.h"
#include "partita/value/measure.h"

namespace partita::operations {
namespace {

using api::PutItemRequest;
using api::PutItemResponse;
using api::ReturnValue;

ParameterNames given_parameters(const PutItemRequest& request) {
  ParameterNames given;
  given.null_expressions = "ConditionExpression is null";
  if (request.condition_expression) given.expressions.emplace_back("ConditionExpression");
  if (request.expected) given.legacy.emplace_back("Expected");
  if (request.conditional_operator) given.legacy.emplace_back("ConditionalOperator");
  return given;
}

Status check_return_values(const PutItemRequest& request) {
  const auto wanted = request.return_values.value_or(ReturnValue::None);
  if (wanted == ReturnValue::None || wanted == ReturnValue::AllOld) return {};
  return api::invalid("ReturnValues can only be ALL_OLD or NONE");
}

Status bind_condition(const PutItemRequest& request, WritePlan& plan) {
  plan.condition = TRY(
      plan.scope->condition(expression::ExpressionKind::Condition, request.condition_expression));
  return plan.scope->close();
}

Result<WritePlan> make_plan(const Context& context, const PutItemRequest& request) {
  WritePlan plan{.scope = std::make_unique<ExpressionScope>(context.expressions),
                 .action = PutAction{request.item.view()}};
  TRY(in_envelope(plan.scope->open(given_parameters(request), request.expression_attribute_names,
                                   request.expression_attribute_values)));
  TRY(value_in_envelope(request.item.check()));
  TRY(in_envelope(check_return_values(request)));
  TRY(check_item_size(size_bytes(request.item.view())));
  TRY(in_envelope(bind_condition(request, plan)));
  if (!request.condition_expression) {
    plan.condition = TRY(legacy_condition(request.expected, request.conditional_operator));
  }
  plan.returns_item_on_failure = request.return_values_on_condition_check_failure ==
                                 api::ReturnValuesOnConditionCheckFailure::AllOld;
  plan.table = TRY(find_table(context, request.table_name));
  TRY(locate_put(plan, request.item.view()));
  return plan;
}

PutItemResponse answer(const PutItemRequest& request, items::WriteOutcome outcome) {
  PutItemResponse response;
  response.consumed_capacity =
      consumed_by_write(*outcome.table, request.return_consumed_capacity, outcome.effect);
  response.item_collection_metrics = item_collection_metrics(
      *outcome.table, request.return_item_collection_metrics, request.item.view());
  if (request.return_values == ReturnValue::AllOld) {
    response.attributes = std::move(outcome.before);
  }
  return response;
}

}  // namespace

Task<Result<PutItemResponse>> put_item(Context& context, const PutItemRequest& request) {
  auto plan = make_plan(context, request);
  CO_TRY(plan);
  ItemWriter writer;
  const auto decision = [&](const std::optional<ItemView>& before) {
    return decide(*plan, before, writer);
  };
  items::WriteTarget target{.table = plan->table, .key = plan->key};
  auto outcome =
      co_await items::write_item(context.engine, context.catalog, std::move(target), decision);
  CO_TRY(outcome);
  co_return answer(request, std::move(*outcome));
}

}  // namespace partita::operations
