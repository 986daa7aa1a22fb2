#include "dynamodb/operations/create_backup.h"

#include <fmt/format.h>

#include <utility>

#include "dynamodb/operations/backup_lookup.h"
#include "dynamodb/operations/table_recovery.h"
#include "partita/api/exception.h"

namespace partita::operations {

// Ours: a table that is being deleted is gone already.
Task<Result<api::CreateBackupResponse>> create_backup(Context& context,
                                                      const api::CreateBackupRequest& request) {
  if (context.backups == nullptr) co_return no_backups();
  auto table = find_recoverable_table(context, request.table_name);
  CO_TRY(table);
  backups::BackupWish wish{.name = request.backup_name};
  auto made = co_await context.backups->create(*table, std::move(wish));
  const bool is_gone =
      !made.ok() && (made.error().kind() == ErrorKind::NotFound ||
                     api::exception_of(made.error()) == api::Exception::ResourceNotFound);
  if (is_gone) co_return backup_table_not_found((*table)->name);
  if (!made.ok() && made.error().kind() == ErrorKind::TooLarge) {
    co_return api::failure(api::Exception::LimitExceeded,
                           "Subscriber limit exceeded: " + made.error().message());
  }
  CO_TRY(made);
  api::CreateBackupResponse response;
  response.backup_details = details_of({.record = std::move(*made), .is_there = false});
  co_return response;
}

}  // namespace partita::operations
