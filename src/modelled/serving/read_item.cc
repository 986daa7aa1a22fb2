#include "modelled/serving/read_item.h"

#include <utility>

#include "dynamodb/operations/get_item.h"
#include "modelled/serving/bound_leg.h"
#include "modelled/serving/result_shape.h"
#include "modelled/serving/row_filter.h"

namespace partita::serving {
namespace {

api::GetItemRequest request_for(const planning::PatternReadPlan& plan, EncodedItem key,
                                bool is_consistent) {
  api::GetItemRequest request;
  request.table_name = plan.table->name;
  request.key = std::move(key);
  request.return_consumed_capacity = api::ReturnConsumedCapacity::Total;
  if (is_consistent) request.consistent_read = true;
  return request;
}

}  // namespace

Task<Result<ReadAnswer>> read_item(const PatternContext& context, const TokenCall& call,
                                   const PatternReadRequest& request,
                                   const PlanArguments& arguments) {
  const planning::PatternReadPlan& plan = *call.plan.read();
  auto key = bind_key(plan, arguments);
  CO_TRY(key);
  auto filter = RowFilter::create(plan, call.model.finder(*plan.table), arguments, call.now);
  CO_TRY(filter);
  const bool is_consistent = plan.is_consistent || request.is_consistent;
  const auto get = request_for(plan, std::move(*key), is_consistent);
  auto found = co_await operations::get_item(context.operations, get);
  CO_TRY(found);
  ReadAnswer answer;
  answer.cost.legs = 1;
  if (found->consumed_capacity) {
    answer.cost.read_units = found->consumed_capacity->capacity_units.value_or(0);
  }
  if (found->item) {
    answer.cost.scanned = 1;
    const planning::PlannedRow* row = filter->find(found->item->view());
    if (row != nullptr) answer.rows.push_back({std::move(*found->item), row->entity, {}});
  }
  Status shaped = shape_result(call.plan, arguments, answer);
  CO_TRY(shaped);
  co_return answer;
}

}  // namespace partita::serving
