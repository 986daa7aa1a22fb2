#include "dynamodb/operations/delete_backup.h"

#include <fmt/format.h>

#include "dynamodb/operations/backup_lookup.h"
#include "dynamodb/operations/table_recovery.h"
#include "partita/api/exception.h"

namespace partita::operations {
namespace {

Error system_backup_stays(const backups::BackupRecord& record) {
  return api::invalid(
      fmt::format("Invalid Request: User is not allowed to delete the system backup with arn {}. "
                  "It will automatically expire on {}",
                  backups::arn_of(record.id), time_text(record.expiry.value_or(0))));
}

}  // namespace

Task<Result<api::DeleteBackupResponse>> delete_backup(Context& context,
                                                      const api::DeleteBackupRequest& request) {
  const auto backup = co_await find_backup(context, request.backup_arn);
  CO_TRY(backup);
  if (backup->record.is_system()) co_return system_backup_stays(backup->record);
  auto removed = co_await context.backups->remove(backup->record.id);
  CO_TRY(removed);
  switch (*removed) {
    case backups::Removal::NotFound:
      co_return backup_not_found(request.backup_arn);
    case backups::Removal::BeingMade:
      co_return api::failure(api::Exception::BackupInUse,
                             fmt::format("Backup is being created: {}", request.backup_arn));
    case backups::Removal::BeingRestored:
      co_return api::failure(
          api::Exception::BackupInUse,
          fmt::format("Backup is being used to restore table: {}", request.backup_arn));
    case backups::Removal::Done:
      break;
  }
  api::DeleteBackupResponse response;
  response.backup_description = description_of(*backup);
  response.backup_description->backup_details->backup_status = api::BackupStatus::Deleted;
  co_return response;
}

}  // namespace partita::operations
