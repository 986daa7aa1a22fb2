#include "dynamodb/operations/scalable_target_tags.h"

#include <fmt/format.h>

#include "dynamodb/operations/scaling_change.h"
#include "dynamodb/scaling/target_tags.h"
#include "partita/api/exception.h"

namespace partita::operations {
namespace {

using scaling::NamedTarget;
using scaling::Target;

Error no_such_target(std::string_view arn) {
  return api::failure(api::Exception::ResourceNotFound,
                      fmt::format("No scalable target found for resource ARN: {}", arn));
}

Task<Result<NamedTarget>> find_target(const ReadContext& context, const std::string& arn) {
  auto targets = co_await scaling::read_targets(context.view());
  CO_TRY(targets);
  for (auto& named : *targets) {
    if (scaling::target_arn(named.target) == arn) co_return std::move(named);
  }
  co_return no_such_target(arn);
}

// What the tags of the target are from now on.
using TagEdit = FunctionRef<std::vector<api::Tag>(std::vector<api::Tag>)>;

Task<Status> change_tags(Context& context, const std::string& arn, TagEdit tags) {
  auto found = co_await find_target(context, arn);
  CO_TRY(found);
  const auto edit = [&](std::optional<Target> stored) -> Result<std::optional<Target>> {
    if (!stored || stored->id != found->target.id) return no_such_target(arn);
    stored->tags = tags(std::move(stored->tags));
    if (stored->tags.size() > scaling::kTargetTagsMax) return scaling::too_many_tags();
    return stored;
  };
  co_return co_await change_target(context, found->name, edit);
}

}  // namespace

Task<Result<api::ListTagsOfScalableTargetResponse>> list_tags_of_scalable_target(
    const ReadContext& context, const api::ListTagsOfScalableTargetRequest& request) {
  auto found = co_await find_target(context, request.resource_arn);
  CO_TRY(found);
  api::ListTagsOfScalableTargetResponse response;
  for (const auto& tag : found->target.tags) response.tags.emplace_back(tag.key, tag.value);
  co_return response;
}

Task<Result<api::TagScalableTargetResponse>> tag_scalable_target(
    Context& context, const api::TagScalableTargetRequest& request) {
  const auto edit = [&](std::vector<api::Tag> tags) {
    return scaling::with_target_tags(std::move(tags), request.tags);
  };
  Status changed = co_await change_tags(context, request.resource_arn, edit);
  CO_TRY(changed);
  co_return api::TagScalableTargetResponse();
}

Task<Result<api::UntagScalableTargetResponse>> untag_scalable_target(
    Context& context, const api::UntagScalableTargetRequest& request) {
  const auto edit = [&](std::vector<api::Tag> tags) {
    return scaling::without_target_tags(std::move(tags), request.tag_keys);
  };
  Status changed = co_await change_tags(context, request.resource_arn, edit);
  CO_TRY(changed);
  co_return api::UntagScalableTargetResponse();
}

}  // namespace partita::operations
