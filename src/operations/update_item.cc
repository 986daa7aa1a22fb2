#include "operations/update_item.h"

#include "items/item_write.h"
#include "operations/capacity_answer.h"
#include "operations/envelope.h"
#include "operations/legacy_conditions.h"
#include "operations/legacy_update.h"
#include "operations/table_access.h"
#include "operations/write_plan.h"

namespace partita::operations {
namespace {

using api::ReturnValue;
using api::UpdateItemRequest;
using api::UpdateItemResponse;
using expression::ExpressionKind;

ParameterNames given_parameters(const UpdateItemRequest& request) {
  ParameterNames given;
  given.null_expressions = "UpdateExpression and ConditionExpression are null";
  if (request.update_expression) given.expressions.emplace_back("UpdateExpression");
  if (request.condition_expression) given.expressions.emplace_back("ConditionExpression");
  if (request.attribute_updates) given.legacy.emplace_back("AttributeUpdates");
  if (request.expected) given.legacy.emplace_back("Expected");
  if (request.conditional_operator) given.legacy.emplace_back("ConditionalOperator");
  return given;
}

Status bind_expressions(const UpdateItemRequest& request, UpdateAction& action, WritePlan& plan) {
  action.update = TRY(plan.scope->update(request.update_expression));
  plan.condition =
      TRY(plan.scope->condition(ExpressionKind::Condition, request.condition_expression));
  return plan.scope->close();
}

Status bind_legacy(const UpdateItemRequest& request, UpdateAction& action, WritePlan& plan) {
  action.update = TRY(legacy_update(request.attribute_updates));
  action.is_legacy = true;
  plan.condition = TRY(legacy_condition(request.expected, request.conditional_operator));
  return {};
}

Result<WritePlan> make_plan(const Context& context, const UpdateItemRequest& request) {
  WritePlan plan{.scope = std::make_unique<ExpressionScope>(context.expressions),
                 .action = DeleteAction{}};
  const ParameterNames given = given_parameters(request);
  TRY(in_envelope(plan.scope->open(given, request.expression_attribute_names,
                                   request.expression_attribute_values)));
  TRY(value_in_envelope(request.key.check()));
  UpdateAction action{.key = request.key.view()};
  if (given.legacy.empty()) {
    TRY(in_envelope(bind_expressions(request, action, plan)));
  } else {
    TRY(bind_legacy(request, action, plan));
  }
  plan.action = std::move(action);
  plan.returns_item_on_failure = request.return_values_on_condition_check_failure ==
                                 api::ReturnValuesOnConditionCheckFailure::AllOld;
  plan.table = TRY(find_table(context, request.table_name));
  TRY(locate_key(plan, request.key.view()));
  return plan;
}

// What the update has touched, of one of the two images; nothing if that has none of it.
std::optional<EncodedItem> touched(const WritePlan& plan, const std::optional<EncodedItem>& image) {
  const auto& update = std::get<UpdateAction>(plan.action).update;
  if (!image || !update) return std::nullopt;
  Bytes bytes;
  update->touched().append_to(bytes, image->view());
  EncodedItem item(std::move(bytes));
  if (item.view().attributes().is_empty()) return std::nullopt;
  return item;
}

std::optional<EncodedItem> returned(ReturnValue wanted, const WritePlan& plan,
                                    items::WriteOutcome& outcome) {
  switch (wanted) {
    case ReturnValue::None:
      return std::nullopt;
    case ReturnValue::AllOld:
      return std::move(outcome.before);
    case ReturnValue::AllNew:
      return std::move(outcome.after);
    case ReturnValue::UpdatedOld:
      return touched(plan, outcome.before);
    case ReturnValue::UpdatedNew:
      return touched(plan, outcome.after);
  }
  return std::nullopt;
}

UpdateItemResponse answer(const UpdateItemRequest& request, const WritePlan& plan,
                          items::WriteOutcome outcome) {
  UpdateItemResponse response;
  response.consumed_capacity =
      consumed_by_write(*outcome.table, request.return_consumed_capacity, outcome.effect);
  response.item_collection_metrics = item_collection_metrics(
      *outcome.table, request.return_item_collection_metrics, request.key.view());
  response.attributes = returned(request.return_values.value_or(ReturnValue::None), plan, outcome);
  return response;
}

}  // namespace

Task<Result<UpdateItemResponse>> update_item(Context& context, const UpdateItemRequest& request) {
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
  co_return answer(request, *plan, std::move(*outcome));
}

}  // namespace partita::operations
