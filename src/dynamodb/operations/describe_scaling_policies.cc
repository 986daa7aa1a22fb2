#include "dynamodb/operations/describe_scaling_policies.h"

#include <algorithm>

#include "dynamodb/operations/scaling_change.h"
#include "partita/api/exception.h"

namespace partita::operations {
namespace {

bool is_asked_for(const scaling::NamedTarget& named,
                  const api::DescribeScalingPoliciesRequest& request) {
  if (!named.target.policy) return false;
  if (request.service_namespace != api::ServiceNamespace::DynamoDb) return false;
  const auto& name = named.name;
  if (request.resource_id && *request.resource_id != name.resource_id()) return false;
  if (request.scalable_dimension && *request.scalable_dimension != name.dimension()) return false;
  if (!request.policy_names || request.policy_names->empty()) return true;
  return std::ranges::find(*request.policy_names, named.target.policy->name) !=
         request.policy_names->end();
}

}  // namespace

Task<Result<api::DescribeScalingPoliciesResponse>> describe_scaling_policies(
    const ReadContext& context, const api::DescribeScalingPoliciesRequest& request) {
  if (request.scalable_dimension && !request.resource_id) {
    co_return api::invalid("A ScalableDimension can only be given together with a ResourceId");
  }
  auto behind = place_of_token(request.next_token);
  CO_TRY(behind);
  auto targets = co_await scaling::read_targets(context.view());
  CO_TRY(targets);
  const auto limit =
      request.max_results ? static_cast<std::size_t>(*request.max_results) : kScalingPageMax;
  api::DescribeScalingPoliciesResponse response;
  std::string last;
  for (const auto& named : *targets) {
    const auto place = scaling::place_of(named.name);
    if ((!behind->empty() && place <= *behind) || !is_asked_for(named, request)) continue;
    if (response.scaling_policies.size() == limit) {
      response.next_token = next_token(last);
      break;
    }
    response.scaling_policies.push_back(scaling::described_policy(named));
    last = place;
  }
  co_return response;
}

}  // namespace partita::operations
