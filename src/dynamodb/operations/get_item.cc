#include "dynamodb/operations/get_item.h"

#include "dynamodb/operations/capacity_answer.h"
#include "dynamodb/operations/expression_scope.h"
#include "dynamodb/operations/legacy_projection.h"
#include "dynamodb/operations/planned_get.h"
#include "dynamodb/operations/table_access.h"
#include "partita/value/measure.h"
#include "store/items/capacity.h"

namespace partita::operations {
namespace {

using api::GetItemRequest;
using api::GetItemResponse;
using items::ReadConsistency;

GivenParameters given_parameters(const GetItemRequest& request) {
  GivenParameters given;
  if (request.projection_expression) given.expressions.emplace_back("ProjectionExpression");
  if (request.attributes_to_get) given.legacy.emplace_back("AttributesToGet");
  return given;
}

// REQUIRES: the scope outlives the plan.
Result<PlannedGet> make_plan(const ReadContext& context, const GetItemRequest& request,
                             ExpressionScope& scope) {
  const auto& names = request.expression_attribute_names;
  TRY(check_parameters(given_parameters(request), names, {}));
  TRY(request.key.check());
  TRY(scope.open(names, {}));
  PlannedGet::Parts parts{.table = {}, .key = request.key.view(), .projection = {}};
  parts.projection = TRY(scope.projection(request.projection_expression));
  TRY(scope.close());
  if (request.attributes_to_get) {
    parts.projection = TRY(attributes_to_get(request.attributes_to_get));
  }
  if (request.consistent_read.value_or(false)) parts.consistency = ReadConsistency::Strong;
  parts.table = TRY(find_table(context, request.table_name));
  return PlannedGet::create(std::move(parts));
}

// AWS: an item that is not there costs as much as the smallest one.
void answer(const GetItemRequest& request, const PlannedGet& plan,
            const std::optional<ItemView>& item, GetItemResponse& response) {
  if (item) response.item = plan.selected(*item);
  const std::size_t bytes = item && request.return_consumed_capacity ? size_bytes(*item) : 0;
  response.consumed_capacity = consumed_by_read(plan.table(), request.return_consumed_capacity,
                                                items::read_units(bytes, plan.consistency()));
}

}  // namespace

Task<Result<GetItemResponse>> get_item(const ReadContext& context, const GetItemRequest& request) {
  ExpressionScope scope(context.expressions);
  const auto plan = make_plan(context, request, scope);
  CO_TRY(plan);
  GetItemResponse response;
  Status damage;
  const ByteView key = plan->key();
  const auto visit = [&](std::size_t, std::optional<ByteView> stored) {
    if (!stored) return answer(request, *plan, std::nullopt, response);
    const auto item = ItemView::parse(*stored);
    if (!item.ok()) {
      damage = item.error();
      return;
    }
    answer(request, *plan, *item, response);
  };
  Status read = co_await context.view().get(std::span(&key, 1), visit);
  CO_TRY(read);
  CO_TRY(damage);
  co_return response;
}

}  // namespace partita::operations
