#include "operations/get_item.h"

#include "items/capacity.h"
#include "items/item_key.h"
#include "operations/capacity_answer.h"
#include "operations/expression_scope.h"
#include "operations/key_paths.h"
#include "operations/legacy_projection.h"
#include "operations/table_access.h"
#include "partita/value/measure.h"

namespace partita::operations {
namespace {

using api::GetItemRequest;
using api::GetItemResponse;
using items::ReadConsistency;

ParameterNames given_parameters(const GetItemRequest& request) {
  ParameterNames given;
  if (request.projection_expression) given.expressions.emplace_back("ProjectionExpression");
  if (request.attributes_to_get) given.legacy.emplace_back("AttributesToGet");
  return given;
}

struct GetPlan {
  explicit GetPlan(expression::ExpressionCache& cache) : scope(cache) {}

  ExpressionScope scope;
  std::optional<expression::Projection> projection;
  catalog::TablePointer table;
  Bytes key;
};

Status make_plan(const Context& context, const GetItemRequest& request, GetPlan& plan) {
  const auto& names = request.expression_attribute_names;
  TRY(check_parameters(given_parameters(request), names, {}));
  TRY(request.key.check());
  TRY(plan.scope.open(names, {}));
  plan.projection = TRY(plan.scope.projection(request.projection_expression));
  TRY(plan.scope.close());
  if (request.attributes_to_get)
    plan.projection = TRY(attributes_to_get(request.attributes_to_get));
  plan.table = TRY(find_table(context, request.table_name));
  plan.key = TRY(items::key_of_argument(*plan.table, request.key.view()));
  if (plan.projection) TRY(check_key_paths(*plan.table, plan.projection->paths()));
  return {};
}

EncodedItem selected(const GetPlan& plan, const ItemView& item) {
  if (!plan.projection) return EncodedItem(item);
  Bytes bytes;
  plan.projection->append_to(bytes, item);
  return EncodedItem(std::move(bytes));
}

// AWS: an item that is not there costs as much as the smallest one.
void answer(const GetItemRequest& request, const GetPlan& plan, const std::optional<ItemView>& item,
            GetItemResponse& response) {
  if (item) response.item = selected(plan, *item);
  const bool is_strong = request.consistent_read.value_or(false);
  const auto consistency = is_strong ? ReadConsistency::Strong : ReadConsistency::Eventual;
  const std::size_t bytes = item && request.return_consumed_capacity ? size_bytes(*item) : 0;
  response.consumed_capacity = consumed_by_read(*plan.table, request.return_consumed_capacity,
                                                items::read_units(bytes, consistency));
}

}  // namespace

Task<Result<GetItemResponse>> get_item(Context& context, const GetItemRequest& request) {
  GetPlan plan(context.expressions);
  Status planned = make_plan(context, request, plan);
  CO_TRY(planned);
  GetItemResponse response;
  Status damage;
  const ByteView key = plan.key;
  const auto visit = [&](std::size_t, std::optional<ByteView> stored) {
    if (!stored) return answer(request, plan, std::nullopt, response);
    const auto item = ItemView::parse(*stored);
    if (!item.ok()) {
      damage = item.error();
      return;
    }
    answer(request, plan, *item, response);
  };
  Status read = co_await context.engine.get(std::span(&key, 1), visit);
  CO_TRY(read);
  CO_TRY(damage);
  co_return response;
}

}  // namespace partita::operations
