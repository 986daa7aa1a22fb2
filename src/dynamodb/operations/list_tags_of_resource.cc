#include "dynamodb/operations/list_tags_of_resource.h"

#include "dynamodb/operations/table_lookup.h"

namespace partita::operations {

// A table has at most 50 tags, so one page holds them all and a NextToken is never given.
Task<Result<api::ListTagsOfResourceResponse>> list_tags_of_resource(
    const ReadContext& context, const api::ListTagsOfResourceRequest& request) {
  auto table = find_resource(context, request.resource_arn);
  CO_TRY(table);
  api::ListTagsOfResourceResponse response;
  response.tags = (*table)->settings.tags;
  co_return response;
}

}  // namespace partita::operations
