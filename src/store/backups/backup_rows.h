#pragma once

#include <optional>
#include <vector>

#include "engine/engine.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/backups/backup_record.h"
#include "store/catalog/catalog.h"

// What a store knows of backups that are on their way in or out. Those that are there are known by
// their files alone, so that a new store finds them, too.
namespace partita::backups {

enum class BackupState : std::uint8_t {  // DO NOT CHANGE: stored.
  Making = 1,
  Removing = 2,
};

struct BackupRow {
  BackupState state = BackupState::Making;
  BackupRecord record;
};

void put_row(engine::Transaction& transaction, const BackupRow& row);
void erase_row(engine::Transaction& transaction, const BackupId& id);
// ERRORS of both: Corrupt; those of the engine.
Task<Result<std::optional<BackupRow>>> read_row(const engine::View& view, const BackupId& id);
Task<Result<std::vector<BackupRow>>> read_rows(const engine::View& view);

// Whether a backup is made of the table: its items must stay until it is there.
// ERRORS: as read_rows.
Task<Result<bool>> is_backed_up(const engine::View& view, keys::TableId table);

// To be called in each commit that changes a table (CatalogOptions::settle): one with recovery that
// is about to be deleted leaves a system backup.
void settle_deletion(engine::Transaction& transaction, const catalog::TableChange& change);

}  // namespace partita::backups
