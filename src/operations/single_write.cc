#include "operations/single_write.h"

#include "partita/api/exception.h"
#include "partita/value/item_writer.h"

namespace partita::operations {

Status check_returns_old_or_nothing(const std::optional<api::ReturnValue>& wanted) {
  using api::ReturnValue;
  if (!wanted || *wanted == ReturnValue::None || *wanted == ReturnValue::AllOld) return {};
  return api::invalid("ReturnValues can only be ALL_OLD or NONE");
}

Task<Result<items::WriteOutcome>> execute(Context& context, const WritePlan& plan) {
  ItemWriter writer;
  const auto decision = [&](const std::optional<ItemView>& before) {
    return decide(plan, before, writer);
  };
  items::WriteTarget target{.table = plan.table, .key = plan.key, .origin = origin_of(plan)};
  target.origin.role = context.role;
  co_return co_await items::write_item(context.engine, context.catalog, std::move(target),
                                       decision);
}

}  // namespace partita::operations
