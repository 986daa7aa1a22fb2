#include "dynamodb/operations/get_item.h"

#include "dynamodb/operations/capacity_answer.h"
#include "dynamodb/operations/expression_scope.h"
#include "dynamodb/operations/legacy_projection.h"
#include "dynamodb/operations/planned_get.h"
#include "dynamodb/operations/read_admission.h"
#include "dynamodb/operations/table_access.h"
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
double units_of(const PlannedGet& plan, const std::optional<ItemView>& item) {
  return item ? items::read_units_of(*item, plan.consistency())
              : items::read_units(0, plan.consistency());
}

// Says how many units it has cost.
double answer(const GetItemRequest& request, const PlannedGet& plan,
              const std::optional<ItemView>& item, GetItemResponse& response) {
  if (item) response.item = plan.selected(*item);
  const double units = units_of(plan, item);
  response.consumed_capacity =
      consumed_by_read(plan.table(), request.return_consumed_capacity, units);
  return units;
}

}  // namespace

Task<Result<GetItemResponse>> get_item(const ReadContext& context, const GetItemRequest& request) {
  ExpressionScope scope(context.expressions);
  const auto plan = make_plan(context, request, scope);
  CO_TRY(plan);
  ReadAdmission admission(context, {.table = plan->table(), .partition = plan->key()});
  Status admitted = admission.ask(items::read_units(0, plan->consistency()));
  CO_TRY(admitted);
  GetItemResponse response;
  Status damage;
  double units = 0;
  const ByteView key = plan->key();
  const auto visit = [&](std::size_t, std::optional<ByteView> stored) {
    std::optional<ItemView> item;
    if (stored) {
      const auto parsed = ItemView::parse(*stored);
      if (!parsed.ok()) {
        damage = parsed.error();
        return;
      }
      item = *parsed;
    }
    units = answer(request, *plan, item, response);
    admission.charge(units);
  };
  Status read = co_await context.view().get(std::span(&key, 1), visit);
  CO_TRY(read);
  CO_TRY(damage);
  context.catalog.usage().read(plan->table().id, units);
  co_return response;
}

}  // namespace partita::operations
