#include "dynamodb/operations/describe_export.h"

#include "dynamodb/operations/export_lookup.h"

namespace partita::operations {

Task<Result<api::DescribeExportResponse>> describe_export(
    Context& context, const api::DescribeExportRequest& request) {
  const auto record = co_await find_export(context, request.export_arn);
  CO_TRY(record);
  api::DescribeExportResponse response;
  response.export_description = description_of(*record);
  co_return response;
}

}  // namespace partita::operations
