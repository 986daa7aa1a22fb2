#include "dynamodb/operations/delete_item.h"

#include "dynamodb/operations/envelope.h"
#include "dynamodb/operations/single_write.h"
#include "dynamodb/operations/table_access.h"

namespace partita::operations {
namespace {

using api::DeleteItemRequest;
using api::DeleteItemResponse;
using api::ReturnValue;

Result<WritePlan> make_plan(const Context& context, const DeleteItemRequest& request) {
  WritePlan plan = new_plan(context, request, ItemDelete{});
  TRY(check_returns_in_older_layer(request, request.key));
  TRY(in_envelope(open_scope(request, plan)));
  TRY(value_in_envelope(request.key.check()));
  TRY(in_envelope(check_returns_old_or_nothing(request.return_values)));
  TRY(in_envelope(bind_condition(request, plan)));
  plan.table = TRY(find_table(context, request.table_name));
  TRY(locate_key(plan, request.key.view()));
  return plan;
}

DeleteItemResponse answer(const DeleteItemRequest& request, items::WriteOutcome outcome) {
  DeleteItemResponse response;
  tell_cost(request, outcome, request.key.view(), response);
  if (request.return_values == ReturnValue::AllOld) {
    response.attributes = std::move(outcome.before);
  }
  return response;
}

}  // namespace

Task<Result<DeleteItemResponse>> delete_item(Context& context, const DeleteItemRequest& request) {
  auto plan = make_plan(context, request);
  CO_TRY(plan);
  auto outcome = co_await execute(context, *plan, wanted_images(request.return_values));
  CO_TRY(outcome);
  co_return answer(request, std::move(*outcome));
}

}  // namespace partita::operations
