#include "dynamodb/operations/deregister_scalable_target.h"

#include "dynamodb/operations/scaling_change.h"

namespace partita::operations {

Task<Result<api::DeregisterScalableTargetResponse>> deregister_scalable_target(
    Context& context, const api::DeregisterScalableTargetRequest& request) {
  auto name = scaling::parse_target(request.service_namespace, request.resource_id,
                                    request.scalable_dimension);
  CO_TRY(name);
  const auto edit =
      [&](std::optional<scaling::Target> stored) -> Result<std::optional<scaling::Target>> {
    if (!stored) return no_target("No scalable target found", *name);
    return std::optional<scaling::Target>();
  };
  Status changed = co_await change_target(context, *name, edit);
  CO_TRY(changed);
  co_return api::DeregisterScalableTargetResponse();
}

}  // namespace partita::operations
