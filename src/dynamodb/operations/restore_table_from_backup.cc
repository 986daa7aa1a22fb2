#include "dynamodb/operations/restore_table_from_backup.h"

#include <fmt/format.h>

#include <utility>

#include "dynamodb/operations/backup_lookup.h"
#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/restored_table.h"
#include "dynamodb/operations/table_description.h"
#include "partita/api/exception.h"
#include "store/history/recovery.h"

namespace partita::operations {
namespace {

using api::RestoreTableFromBackupRequest;

Status check_usable(const Context& context, const backups::Backup& backup, std::string_view arn) {
  if (!backup.is_there) {
    return api::failure(api::Exception::BackupInUse,
                        fmt::format("Backup is being created: {}", arn));
  }
  if (context.backups->restored_to(backup.record.id).empty()) return {};
  return api::failure(api::Exception::BackupInUse,
                      fmt::format("Backup is being used to restore another table: {}", arn));
}

Result<catalog::Table> table_of(const Context& context, const backups::BackupRecord& record,
                                const RestoreTableFromBackupRequest& request) {
  return restored_table(context, record.table,
                        {.name = request.target_table_name,
                         .overrides = overrides_of(request),
                         .from = {.source_name = record.id.table,
                                  .source = {},
                                  .period = 0,
                                  .time = history::to_timestamp(record.created()),
                                  .backup = record.id.id}});
}

// From here on whoever wants to delete the backup sees the new table. Whoever was faster has taken
// what it would be made of.
Task<Status> confirm_backup(Context& context, const backups::BackupId& id, std::string_view arn,
                            const std::string& target) {
  auto there = co_await context.backups->find(id);
  if (there.ok() && *there) co_return Status{};
  const api::DeleteTableRequest unwanted{.table_name = target};
  auto dropped = co_await delete_table(context, unwanted);
  // If that fails, the table stays: a person can delete it.
  static_cast<void>(dropped);
  CO_TRY(there);
  co_return backup_not_found(arn);
}

}  // namespace

Task<Result<api::RestoreTableFromBackupResponse>> restore_table_from_backup(
    Context& context, const RestoreTableFromBackupRequest& request) {
  auto backup = co_await find_backup(context, request.backup_arn);
  CO_TRY(backup);
  auto target = table_of(context, backup->record, request);
  CO_TRY(target);
  Status is_free = check_restored_name(context, request.target_table_name);
  CO_TRY(is_free);
  Status is_usable = check_usable(context, *backup, request.backup_arn);
  CO_TRY(is_usable);
  auto created = co_await create_restored(context, std::move(*target));
  CO_TRY(created);
  Status is_kept =
      co_await confirm_backup(context, backup->record.id, request.backup_arn, (*created)->name);
  CO_TRY(is_kept);
  api::RestoreTableFromBackupResponse response;
  response.table_description = description_of(context, **created);
  co_return response;
}

}  // namespace partita::operations
