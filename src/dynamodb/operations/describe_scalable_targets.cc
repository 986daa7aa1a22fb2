#include "dynamodb/operations/describe_scalable_targets.h"

#include <algorithm>

#include "dynamodb/operations/scaling_change.h"
#include "partita/api/exception.h"

namespace partita::operations {
namespace {

bool is_asked_for(const scaling::TargetName& name,
                  const api::DescribeScalableTargetsRequest& request) {
  if (request.service_namespace != api::ServiceNamespace::DynamoDb) return false;
  if (request.scalable_dimension && *request.scalable_dimension != name.dimension()) return false;
  if (!request.resource_ids || request.resource_ids->empty()) return true;
  return std::ranges::find(*request.resource_ids, name.resource_id()) !=
         request.resource_ids->end();
}

}  // namespace

Task<Result<api::DescribeScalableTargetsResponse>> describe_scalable_targets(
    const ReadContext& context, const api::DescribeScalableTargetsRequest& request) {
  if (request.scalable_dimension && !request.resource_ids) {
    co_return api::invalid("A ScalableDimension can only be given together with ResourceIds");
  }
  auto behind = place_of_token(request.next_token);
  CO_TRY(behind);
  auto targets = co_await scaling::read_targets(context.view());
  CO_TRY(targets);
  const auto limit =
      request.max_results ? static_cast<std::size_t>(*request.max_results) : kScalingPageMax;
  api::DescribeScalableTargetsResponse response;
  std::string last;
  for (const auto& named : *targets) {
    const auto place = scaling::place_of(named.name);
    if ((!behind->empty() && place <= *behind) || !is_asked_for(named.name, request)) continue;
    if (response.scalable_targets.size() == limit) {
      response.next_token = next_token(last);
      break;
    }
    response.scalable_targets.push_back(scaling::described(named));
    last = place;
  }
  co_return response;
}

}  // namespace partita::operations
