#include "dynamodb/operations/delete_scaling_policy.h"

#include <fmt/format.h>

#include "dynamodb/operations/scaling_change.h"
#include "partita/api/exception.h"

namespace partita::operations {

Task<Result<api::DeleteScalingPolicyResponse>> delete_scaling_policy(
    Context& context, const api::DeleteScalingPolicyRequest& request) {
  auto name = scaling::parse_target(request.service_namespace, request.resource_id,
                                    request.scalable_dimension);
  CO_TRY(name);
  const auto edit =
      [&](std::optional<scaling::Target> stored) -> Result<std::optional<scaling::Target>> {
    if (!stored || !stored->policy || stored->policy->name != request.policy_name) {
      return api::failure(
          api::Exception::ObjectNotFound,
          fmt::format("No scaling policy found for service namespace: dynamodb, resource ID: {}, "
                      "scalable dimension: {}, policy name: {}",
                      name->resource_id(), api::wire_name(name->dimension()), request.policy_name));
    }
    stored->policy.reset();
    return stored;
  };
  Status changed = co_await change_target(context, *name, edit);
  CO_TRY(changed);
  co_return api::DeleteScalingPolicyResponse();
}

}  // namespace partita::operations
