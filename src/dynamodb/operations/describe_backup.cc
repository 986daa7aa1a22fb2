#include "dynamodb/operations/describe_backup.h"

#include "dynamodb/operations/backup_lookup.h"

namespace partita::operations {

Task<Result<api::DescribeBackupResponse>> describe_backup(
    Context& context, const api::DescribeBackupRequest& request) {
  const auto backup = co_await find_backup(context, request.backup_arn);
  CO_TRY(backup);
  api::DescribeBackupResponse response;
  response.backup_description = description_of(*backup);
  co_return response;
}

}  // namespace partita::operations
