#include "dynamodb/operations/single_write.h"

#include <algorithm>

#include "dynamodb/operations/table_access.h"
#include "partita/api/exception.h"
#include "partita/value/item_writer.h"

namespace partita::operations {

Status check_returns_old_or_nothing(const std::optional<api::ReturnValue>& wanted) {
  using api::ReturnValue;
  if (!wanted || *wanted == ReturnValue::None || *wanted == ReturnValue::AllOld) return {};
  return api::invalid("ReturnValues can only be ALL_OLD or NONE");
}

bool is_for_older_layer(const std::optional<Error>& problem) {
  if (!problem) return false;
  const auto* fault = problem->detail<api::NestingFault>();
  return fault != nullptr && fault->is_for_older_layer();
}

bool is_for_older_layer(const api::ItemInput& input) {
  return input.problem() && is_for_older_layer(std::optional(input.problem()->error));
}

bool is_for_older_layer(const Expected& expected) {
  if (!expected) return false;
  const auto is_deep = [](const api::ValueInput& value) {
    return is_for_older_layer(value.problem());
  };
  return std::any_of(expected->begin(), expected->end(), [&](const auto& entry) {
    const auto& [value, exists, comparison_operator, list] = entry.second;
    return (value && is_deep(*value)) || (list && std::any_of(list->begin(), list->end(), is_deep));
  });
}

Result<WritePlan> plan_write(const ReadContext& context, const TreeWrite& request) {
  WritePlan plan = TRY(bind_write(request));
  if (auto* update = std::get_if<ItemUpdate>(&plan.action)) update->counts_actions = true;
  plan.table = TRY(find_table(context, request.table_name));
  if (request.kind == TreeWrite::Kind::Put) {
    TRY(locate_put(plan, request.subject.view()));
  } else {
    TRY(locate_key(plan, request.subject.view()));
  }
  return plan;
}

items::WantedImages wanted_images(const std::optional<api::ReturnValue>& wanted) {
  using api::ReturnValue;
  const ReturnValue value = wanted.value_or(ReturnValue::None);
  return {.before = value == ReturnValue::AllOld || value == ReturnValue::UpdatedOld,
          .after = value == ReturnValue::AllNew || value == ReturnValue::UpdatedNew};
}

Task<Result<items::WriteOutcome>> execute(Context& context, const WritePlan& plan,
                                          items::WantedImages wanted) {
  ItemWriter writer;
  const auto decision = [&](const std::optional<ItemView>& before) {
    return decide(plan, before, writer);
  };
  items::WriteTarget target{
      .table = plan.table, .key = plan.key, .origin = origin_of(plan), .wanted = wanted};
  target.origin.role = context.role;
  co_return co_await items::write_item(context.engine, context.catalog, std::move(target),
                                       decision);
}

}  // namespace partita::operations
