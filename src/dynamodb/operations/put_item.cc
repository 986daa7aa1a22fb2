#include "dynamodb/operations/put_item.h"

#include "dynamodb/operations/envelope.h"
#include "dynamodb/operations/single_write.h"
#include "dynamodb/operations/table_access.h"
#include "partita/value/measure.h"

namespace partita::operations {
namespace {

using api::PutItemRequest;
using api::PutItemResponse;
using api::ReturnValue;

Result<WritePlan> make_plan(const Context& context, const PutItemRequest& request) {
  WritePlan plan = new_plan(context, request, ItemPut{request.item.view()});
  TRY(check_returns_in_older_layer(request, request.item));
  TRY(in_envelope(open_scope(request, plan)));
  TRY(value_in_envelope(request.item.check()));
  TRY(in_envelope(check_returns_old_or_nothing(request.return_values)));
  TRY(check_item_size(size_bytes(request.item.view())));
  TRY(in_envelope(bind_condition(request, plan)));
  plan.table = TRY(find_table(context, request.table_name));
  TRY(locate_put(plan, request.item.view()));
  return plan;
}

PutItemResponse answer(const PutItemRequest& request, const WritePlan& plan,
                       items::WriteOutcome outcome) {
  PutItemResponse response;
  // That of the plan: the table's extension may have given it key attributes.
  tell_cost(request, outcome, std::get<ItemPut>(plan.action).item, response);
  if (request.return_values == ReturnValue::AllOld) {
    response.attributes = std::move(outcome.before);
  }
  return response;
}

}  // namespace

Task<Result<PutItemResponse>> put_item(Context& context, const PutItemRequest& request) {
  auto plan = make_plan(context, request);
  CO_TRY(plan);
  auto outcome = co_await execute(context, *plan, wanted_images(request.return_values));
  CO_TRY(outcome);
  co_return answer(request, *plan, std::move(*outcome));
}

}  // namespace partita::operations
