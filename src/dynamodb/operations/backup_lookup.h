#pragma once

#include <string_view>

#include "dynamodb/operations/context.h"
#include "partita/api/backup_description.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/backups/backups.h"

// How requests name backups, and what answers tell of them.
namespace partita::operations {

// ERRORS: those of DynamoDB unless it is the ARN of a backup of this account. An id that no backup
// can have is one that is not found.
Result<backups::BackupId> backup_id_of(std::string_view arn);
// The region in an ARN of a backup.
std::string_view region_of_backup(std::string_view arn);

Error backup_not_found(std::string_view arn);

// ERRORS: those of backup_id_of; BackupNotFound; Corrupt; those of the engine.
Task<Result<backups::Backup>> find_backup(const Context& context, std::string_view arn);

api::BackupDetails details_of(const backups::Backup& backup);
api::BackupDescription description_of(const backups::Backup& backup);

// Of a database that has no place for backups.
Error no_backups();

}  // namespace partita::operations
