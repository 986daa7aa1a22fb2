#include "dynamodb/operations/describe_scaling_activities.h"

#include "dynamodb/operations/scaling_change.h"
#include "partita/api/exception.h"

namespace partita::operations {

Task<Result<api::DescribeScalingActivitiesResponse>> describe_scaling_activities(
    const ReadContext& context, const api::DescribeScalingActivitiesRequest& request) {
  if (request.scalable_dimension && !request.resource_id) {
    co_return api::invalid("A ScalableDimension can only be given together with a ResourceId");
  }
  auto behind = place_of_token(request.next_token);
  CO_TRY(behind);
  const auto limit =
      request.max_results ? static_cast<std::size_t>(*request.max_results) : kScalingPageMax;
  const bool is_ours = request.service_namespace == api::ServiceNamespace::DynamoDb;
  api::DescribeScalingActivitiesResponse response;
  auto& activities = response.scaling_activities;
  const auto visit = [&](api::ScalingActivity activity) {
    const bool is_asked_for =
        is_ours && (!request.resource_id || *request.resource_id == activity.resource_id) &&
        (!request.scalable_dimension || *request.scalable_dimension == activity.scalable_dimension);
    if (!is_asked_for) return true;
    if (activities.size() == limit) {
      response.next_token = next_token(scaling::place_of(activities.back()));
      return false;
    }
    activities.push_back(std::move(activity));
    return true;
  };
  Status read = co_await scaling::read_activities(context.view(), *behind, visit);
  CO_TRY(read);
  co_return response;
}

}  // namespace partita::operations
