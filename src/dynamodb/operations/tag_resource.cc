#include "dynamodb/operations/tag_resource.h"

#include "dynamodb/operations/table_lookup.h"
#include "dynamodb/schema/table_tags.h"
#include "partita/api/exception.h"

namespace partita::operations {

using catalog::Table;

Task<Result<api::TagResourceResponse>> tag_resource(Context& context,
                                                    const api::TagResourceRequest& request) {
  if (request.tags.empty())
    co_return api::invalid("Atleast one Tag needs to be provided as Input.");
  Status checked = schema::check_tags(request.tags);
  CO_TRY(checked);
  auto table = find_resource(context, request.resource_arn);
  CO_TRY(table);
  const auto edit = [&](const Table& stored) -> Result<Table> {
    Table tagged = stored;
    tagged.settings.tags = TRY(schema::with_tags(stored.settings.tags, request.tags));
    return tagged;
  };
  auto changed = co_await change_table(context, (*table)->name, edit);
  CO_TRY(changed);
  co_return api::TagResourceResponse();
}

}  // namespace partita::operations
