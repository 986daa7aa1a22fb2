#include "dynamodb/operations/describe_import.h"

#include "dynamodb/operations/import_lookup.h"

namespace partita::operations {

Task<Result<api::DescribeImportResponse>> describe_import(
    Context& context, const api::DescribeImportRequest& request) {
  const auto record = co_await find_import(context, request.import_arn);
  CO_TRY(record);
  api::DescribeImportResponse response;
  response.import_table_description = description_of(*record);
  co_return response;
}

}  // namespace partita::operations
