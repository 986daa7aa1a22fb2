#include "dynamodb/operations/describe_table.h"

#include "dynamodb/operations/table_description.h"
#include "dynamodb/operations/table_lookup.h"

namespace partita::operations {

Task<Result<api::DescribeTableResponse>> describe_table(const ReadContext& context,
                                                        const api::DescribeTableRequest& request) {
  auto table = find_any_table(context, request.table_name);
  CO_TRY(table);
  api::DescribeTableResponse response;
  response.table = description_of(context, **table);
  co_return response;
}

}  // namespace partita::operations
