#include "dynamodb/operations/update_item.h"

#include "dynamodb/operations/envelope.h"
#include "dynamodb/operations/legacy_conditions.h"
#include "dynamodb/operations/legacy_update.h"
#include "dynamodb/operations/single_write.h"
#include "dynamodb/operations/table_access.h"

namespace partita::operations {
namespace {

using api::ReturnValue;
using api::UpdateItemRequest;
using api::UpdateItemResponse;
using expression::ExpressionKind;

GivenParameters given_parameters(const UpdateItemRequest& request) {
  GivenParameters given = condition_parameters(request);
  given.null_expressions = "UpdateExpression and ConditionExpression are null";
  if (request.update_expression) {
    given.expressions.insert(given.expressions.begin(), "UpdateExpression");
  }
  if (request.attribute_updates) given.legacy.insert(given.legacy.begin(), "AttributeUpdates");
  return given;
}

Status bind_expressions(const UpdateItemRequest& request, WritePlan& plan) {
  TRY(plan.scope->open(request.expression_attribute_names, request.expression_attribute_values));
  auto& action = std::get<ItemUpdate>(plan.action);
  action.update = TRY(plan.scope->update(request.update_expression));
  plan.condition =
      TRY(plan.scope->condition(ExpressionKind::Condition, request.condition_expression));
  return plan.scope->close();
}

Status bind_legacy(const UpdateItemRequest& request, WritePlan& plan) {
  auto& action = std::get<ItemUpdate>(plan.action);
  action.update = TRY(legacy_update(request.attribute_updates));
  action.is_legacy = true;
  plan.condition = TRY(legacy_condition(request.expected, request.conditional_operator));
  return {};
}

Result<WritePlan> make_plan(const Context& context, const UpdateItemRequest& request) {
  WritePlan plan = new_plan(context, request, ItemUpdate{.key = request.key.view()});
  const GivenParameters given = given_parameters(request);
  TRY(in_envelope(check_parameters(given, request.expression_attribute_names,
                                   request.expression_attribute_values)));
  TRY(value_in_envelope(request.key.check()));
  if (given.legacy.empty()) {
    TRY(in_envelope(bind_expressions(request, plan)));
  } else {
    TRY(in_envelope(bind_legacy(request, plan)));
  }
  plan.table = TRY(find_table(context, request.table_name));
  TRY(locate_key(plan, request.key.view()));
  return plan;
}

// What the update has touched, of one of the two images; nothing if that has none of it.
std::optional<EncodedItem> touched(const WritePlan& plan, const std::optional<EncodedItem>& image) {
  const auto& update = std::get<ItemUpdate>(plan.action).update;
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
  tell_cost(request, outcome, request.key.view(), response);
  response.attributes = returned(request.return_values.value_or(ReturnValue::None), plan, outcome);
  return response;
}

}  // namespace

Task<Result<UpdateItemResponse>> update_item(Context& context, const UpdateItemRequest& request) {
  auto plan = make_plan(context, request);
  CO_TRY(plan);
  auto outcome = co_await execute(context, *plan, wanted_images(request.return_values));
  CO_TRY(outcome);
  co_return answer(request, *plan, std::move(*outcome));
}

}  // namespace partita::operations
