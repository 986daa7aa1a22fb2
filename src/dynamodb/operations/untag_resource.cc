#include "dynamodb/operations/untag_resource.h"

#include "dynamodb/operations/table_lookup.h"
#include "dynamodb/schema/table_tags.h"
#include "partita/api/exception.h"

namespace partita::operations {

using catalog::Table;

Task<Result<api::UntagResourceResponse>> untag_resource(Context& context,
                                                        const api::UntagResourceRequest& request) {
  if (request.tag_keys.empty()) {
    co_return api::invalid("Atleast one Tag Key needs to be provided as Input.");
  }
  auto table = find_resource(context, request.resource_arn);
  CO_TRY(table);
  const auto edit = [&](const Table& stored) -> Result<Table> {
    Table untagged = stored;
    untagged.settings.tags = schema::without_tags(stored.settings.tags, request.tag_keys);
    return untagged;
  };
  auto changed = co_await change_table(context, (*table)->name, edit);
  CO_TRY(changed);
  co_return api::UntagResourceResponse();
}

}  // namespace partita::operations
