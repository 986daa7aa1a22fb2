#include "dynamodb/operations/register_scalable_target.h"

#include <fmt/format.h>

#include "dynamodb/operations/scaling_change.h"
#include "dynamodb/operations/table_lookup.h"
#include "dynamodb/scaling/target_tags.h"
#include "dynamodb/schema/table_throughput.h"
#include "dynamodb/schema/table_uuid.h"
#include "partita/api/exception.h"

namespace partita::operations {
namespace {

using scaling::Target;
using scaling::TargetName;

// Ours: targets of tables that are gone stay, as on AWS, so there is an end to them.
constexpr std::size_t kTargetsMax = 10'000;

Status check_is_there(const ReadContext& context, const TargetName& name) {
  const auto table = context.catalog.find(name.table);
  if (!table) {
    return api::invalid(fmt::format("DynamoDB table does not exist: table/{}", name.table));
  }
  if (name.index.empty()) return {};
  const auto* index = table->find_index(name.index);
  if (index != nullptr && index->kind == catalog::IndexKind::Global) return {};
  return api::invalid(fmt::format("DynamoDB index does not exist: {}", name.resource_id()));
}

Status check_bounds(const Target& target) {
  if (target.max_capacity < target.min_capacity) {
    return api::invalid("Maximum capacity cannot be less than minimum capacity");
  }
  if (target.min_capacity < 1) return api::invalid("Minimum capacity cannot be less than 1");
  if (target.max_capacity > schema::kCapacityUnitsMax) {
    return api::invalid(
        fmt::format("Maximum capacity cannot be more than {}", schema::kCapacityUnitsMax));
  }
  return {};
}

void set_suspended(api::SuspendedState& current, const api::SuspendedState& wanted) {
  const auto set = [](std::optional<bool>& flag, const std::optional<bool>& given) {
    if (given) flag = given;
  };
  set(current.dynamic_scaling_in_suspended, wanted.dynamic_scaling_in_suspended);
  set(current.dynamic_scaling_out_suspended, wanted.dynamic_scaling_out_suspended);
  set(current.scheduled_scaling_suspended, wanted.scheduled_scaling_suspended);
}

Result<Target> registered(std::optional<Target> stored,
                          const api::RegisterScalableTargetRequest& request, api::Timestamp now) {
  if (!stored) {
    if (!request.min_capacity || !request.max_capacity) {
      return api::invalid(
          "MinCapacity and MaxCapacity must both be specified for a new scalable target");
    }
    stored.emplace();
    stored->id = schema::new_uuid();
    stored->created = now;
    stored->role_arn = scaling::service_role_arn();
  }
  if (request.min_capacity) stored->min_capacity = *request.min_capacity;
  if (request.max_capacity) stored->max_capacity = *request.max_capacity;
  if (request.role_arn) stored->role_arn = *request.role_arn;
  if (request.suspended_state) set_suspended(stored->suspended, *request.suspended_state);
  if (request.tags) {
    stored->tags = scaling::with_target_tags(std::move(stored->tags), *request.tags);
    if (stored->tags.size() > scaling::kTargetTagsMax) return scaling::too_many_tags();
  }
  TRY(check_bounds(*stored));
  return std::move(*stored);
}

}  // namespace

Task<Result<api::RegisterScalableTargetResponse>> register_scalable_target(
    Context& context, const api::RegisterScalableTargetRequest& request) {
  auto name = scaling::parse_target(request.service_namespace, request.resource_id,
                                    request.scalable_dimension);
  CO_TRY(name);
  Status there = check_is_there(context, *name);
  CO_TRY(there);
  auto all = co_await scaling::read_targets(context.view());
  CO_TRY(all);
  std::string arn;
  const auto time = now(context);
  const auto edit = [&](std::optional<Target> stored) -> Result<std::optional<Target>> {
    if (!stored && all->size() >= kTargetsMax) {
      return api::failure(
          api::Exception::LimitExceeded,
          fmt::format("There are {} scalable targets, which is the limit; deregister those of "
                      "tables that are gone",
                      all->size()));
    }
    auto target = TRY(registered(std::move(stored), request, time));
    arn = scaling::target_arn(target);
    return std::optional<Target>(std::move(target));
  };
  Status changed = co_await change_target(context, *name, edit);
  CO_TRY(changed);
  api::RegisterScalableTargetResponse response;
  response.scalable_target_arn = arn;
  co_return response;
}

}  // namespace partita::operations
