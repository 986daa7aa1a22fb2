#include "modelled/registry/step_execution.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>

#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/deregister_scalable_target.h"
#include "dynamodb/operations/put_scaling_policy.h"
#include "dynamodb/operations/register_scalable_target.h"
#include "dynamodb/operations/tag_resource.h"
#include "dynamodb/operations/untag_resource.h"
#include "dynamodb/operations/update_continuous_backups.h"
#include "dynamodb/operations/update_table.h"
#include "dynamodb/operations/update_time_to_live.h"

namespace partita::registry {
namespace {

using catalog::IndexState;
using catalog::TableState;

template <typename Response>
Task<Status> status_of(Task<Result<Response>> task) {
  auto response = co_await task;
  CO_TRY(response);
  co_return Status{};
}

Task<Status> request(operations::Context& context, const api::CreateTableRequest& request) {
  return status_of(operations::create_table(context, request));
}
Task<Status> request(operations::Context& context, const api::UpdateTableRequest& request) {
  return status_of(operations::update_table(context, request));
}
Task<Status> request(operations::Context& context, const api::UpdateTimeToLiveRequest& request) {
  return status_of(operations::update_time_to_live(context, request));
}
Task<Status> request(operations::Context& context,
                     const api::UpdateContinuousBackupsRequest& request) {
  return status_of(operations::update_continuous_backups(context, request));
}
Task<Status> request(operations::Context& context, const api::TagResourceRequest& request) {
  return status_of(operations::tag_resource(context, request));
}
Task<Status> request(operations::Context& context, const api::UntagResourceRequest& request) {
  return status_of(operations::untag_resource(context, request));
}
Task<Status> request(operations::Context& context, const api::DeleteTableRequest& request) {
  return status_of(operations::delete_table(context, request));
}

Task<Status> request(operations::Context& context,
                     const api::RegisterScalableTargetRequest& request) {
  return status_of(operations::register_scalable_target(context, request));
}
Task<Status> request(operations::Context& context, const api::PutScalingPolicyRequest& request) {
  return status_of(operations::put_scaling_policy(context, request));
}
Task<Status> request(operations::Context& context,
                     const api::DeregisterScalableTargetRequest& request) {
  return status_of(operations::deregister_scalable_target(context, request));
}

struct Activity {
  std::string text;  // Empty: the table is settled.
  std::uint64_t done = 0;
  std::optional<std::uint64_t> total = {};
};

// How many items are in the index already, of those in the table: not all of them need be.
Activity building(const catalog::Statistics& statistics, const catalog::Table& table,
                  const catalog::Index& index) {
  const auto items = [&](keys::IndexId id) {
    return static_cast<std::uint64_t>(statistics.counts_of(table.id, id).items);
  };
  return {"building index " + index.name, items(index.id), items(keys::IndexId::Base)};
}

// What the table is still busy with.
Activity activity_of(const catalog::Statistics& statistics, const catalog::Table& table) {
  if (table.state == TableState::Deleting) return {"deleting the table"};
  for (const auto& index : table.indexes) {
    if (index.state == IndexState::Creating) return building(statistics, table, index);
    if (index.state == IndexState::Deleting) return {"removing index " + index.name};
  }
  return {table.state == TableState::Active ? "" : "waiting for the table"};
}

}  // namespace

Task<Status> carry_out(operations::Context& context, jobs::Jobs& jobs, const Step& step,
                       const Report& report) {
  Status settled = co_await wait_until_settled(context, jobs, step.table, report);
  CO_TRY(settled);
  Task<Status> asked =
      std::visit([&](const auto& action) { return request(context, action); }, step.action);
  Status done = co_await asked;
  if (!done.ok()) {
    co_return std::move(done).error().within(fmt::format("table {}, {}", step.table, step.what));
  }
  co_return co_await wait_until_settled(context, jobs, step.table, report);
}

Task<Status> wait_until_settled(operations::Context& context, jobs::Jobs& jobs,
                                std::string_view table, const Report& report) {
  while (true) {
    const auto seen = jobs.turns();
    // Another server may do what is waited for.
    auto followed = co_await context.catalog.follow();
    CO_TRY(followed);
    const auto stored = context.catalog.find(table);
    if (!stored) co_return Status{};
    const auto activity = activity_of(context.catalog.statistics(), *stored);
    if (activity.text.empty()) co_return Status{};
    const auto writes = context.engine.write_availability();
    if (!writes.accepts_writes) co_return Error::unavailable(writes.reason);
    if (jobs.is_stopped()) co_return Error::unavailable("the database is being closed");
    Status told = tell(report, {.table = table,
                                .activity = activity.text,
                                .done = activity.done,
                                .total = activity.total});
    CO_TRY(told);
    co_await jobs.turn_after(seen);
  }
}

}  // namespace partita::registry
