#include "dynamodb/operations/describe_continuous_backups.h"

#include "dynamodb/operations/table_recovery.h"

namespace partita::operations {

Task<Result<api::DescribeContinuousBackupsResponse>> describe_continuous_backups(
    const ReadContext& context, const api::DescribeContinuousBackupsRequest& request) {
  auto table = find_recoverable_table(context, request.table_name);
  CO_TRY(table);
  api::DescribeContinuousBackupsResponse response;
  response.continuous_backups_description = recovery_description(context, **table);
  co_return response;
}

}  // namespace partita::operations
