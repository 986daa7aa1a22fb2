#pragma once

#include "engine/engine.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/backups/backup_record.h"

namespace partita::backups {

// Whether the backup is still to be made. If so its row is written as it is, so that the commit
// fails if somebody else changes it, or has the lease of the work by now.
// ERRORS: Corrupt; those of the engine.
Task<Result<bool>> claim_row(engine::Transaction& transaction, const BackupId& id);

}  // namespace partita::backups
