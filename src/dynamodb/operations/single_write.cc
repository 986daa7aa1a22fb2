#include "dynamodb/operations/single_write.h"

#include <algorithm>

#include "dynamodb/operations/table_access.h"
#include "dynamodb/operations/write_admission.h"
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

namespace {

Task<Result<items::WriteOutcome>> write(Context& context, const WritePlan& plan,
                                        items::WantedImages wanted,
                                        items::WriteAdmission* admission) {
  ItemWriter writer;
  const auto decision = [&](const std::optional<ItemView>& before) {
    return decide(plan, before, writer);
  };
  items::WriteTarget target{
      .table = plan.table, .key = plan.key, .origin = origin_of(plan), .wanted = wanted};
  target.origin.role = context.role;
  target.origin.author = context.author;
  target.admission = admission;
  co_return co_await items::write_item(context.engine, context.catalog, std::move(target),
                                       decision);
}

// AWS: a write whose condition fails costs what it would have cost. Ours: what it asked for.
Task<Result<items::WriteOutcome>> write_watched(Context& context, const WritePlan& plan,
                                                items::WantedImages wanted,
                                                throughput::ThroughputGate& throughput) {
  const throughput::UsedPart part{.table = *plan.table,
                                  .partition = throughput::partition_of(plan.key)};
  const double least = least_units(plan.action);
  Status admitted = throughput.admit(throughput::Use::Write, part, least);
  CO_TRY(admitted);
  auto outcome = co_await write(context, plan, wanted, &throughput);
  if (outcome.ok()) {
    throughput.charge(part, items::write_units(outcome->effect), least);
  } else if (is_throttling(outcome.error())) {
    throughput.charge(throughput::Use::Write, part, -least);
  }
  co_return outcome;
}

}  // namespace

Task<Result<items::WriteOutcome>> execute(Context& context, const WritePlan& plan,
                                          items::WantedImages wanted) {
  throughput::ThroughputGate* const throughput = context.throughput_of(*plan.table);
  if (throughput == nullptr) return write(context, plan, wanted, nullptr);
  return write_watched(context, plan, wanted, *throughput);
}

}  // namespace partita::operations
