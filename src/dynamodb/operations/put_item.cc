#include "operations/put_item.h"

#include "operations/envelope.h"
#include "operations/legacy_conditions.h"
#include "operations/single_write.h"
#include "operations/table_access.h"
#include "partita/value/measure.h"

namespace partita::operations {
namespace {

using api::PutItemRequest;
using api::PutItemResponse;
using api::ReturnValue;

Status open_scope(const PutItemRequest& request, const WritePlan& plan) {
  const auto& names = request.expression_attribute_names;
  const auto& values = request.expression_attribute_values;
  TRY(check_parameters(condition_parameters(request), names, values));
  return plan.scope->open(names, values);
}

Status bind_condition(const PutItemRequest& request, WritePlan& plan) {
  plan.condition = TRY(
      plan.scope->condition(expression::ExpressionKind::Condition, request.condition_expression));
  return plan.scope->close();
}

Result<WritePlan> make_plan(const Context& context, const PutItemRequest& request) {
  WritePlan plan = new_plan(context, request, PutAction{request.item.view()});
  TRY(check_returns_in_older_layer(request, request.item));
  TRY(in_envelope(open_scope(request, plan)));
  TRY(value_in_envelope(request.item.check()));
  TRY(in_envelope(check_returns_old_or_nothing(request.return_values)));
  TRY(check_item_size(size_bytes(request.item.view())));
  TRY(in_envelope(bind_condition(request, plan)));
  if (!request.condition_expression) {
    plan.condition =
        TRY(in_envelope(legacy_condition(request.expected, request.conditional_operator)));
  }
  plan.table = TRY(find_table(context, request.table_name));
  TRY(locate_put(plan, request.item.view()));
  return plan;
}

PutItemResponse answer(const PutItemRequest& request, items::WriteOutcome outcome) {
  PutItemResponse response;
  // The model of a table may have given the key attributes.
  const ItemView item = outcome.after ? outcome.after->view() : request.item.view();
  tell_cost(request, outcome, item, response);
  if (request.return_values == ReturnValue::AllOld) {
    response.attributes = std::move(outcome.before);
  }
  return response;
}

}  // namespace

Task<Result<PutItemResponse>> put_item(Context& context, const PutItemRequest& request) {
  auto plan = make_plan(context, request);
  CO_TRY(plan);
  auto outcome = co_await execute(context, *plan);
  CO_TRY(outcome);
  co_return answer(request, std::move(*outcome));
}

}  // namespace partita::operations
