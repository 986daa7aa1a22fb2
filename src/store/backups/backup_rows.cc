#include "store/backups/backup_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "engine/read_one.h"
#include "store/backups/backup_claim.h"
#include "store/keys/key_range.h"
#include "store/keys/key_space.h"

// key   := 00 "backup/" id "/" table      value := state:u8 record      as in backup_record.cc

namespace partita::backups {
namespace {

constexpr std::string_view kRowPrefix = "backup/";

Bytes row_key(const BackupId& id) {
  return keys::metadata_key(fmt::format("{}{}/{}", kRowPrefix, id.id, id.table));
}

Result<BackupRow> decode_row(ByteView value) {
  const auto state = value.empty() ? BackupState{} : static_cast<BackupState>(value.front());
  if (state != BackupState::Making && state != BackupState::Removing) {
    return Error::corrupt("the row of a backup has no state that is known here");
  }
  return BackupRow{.state = state, .record = TRY(decode_record(value.substr(1)))};
}

}  // namespace

void put_row(engine::Transaction& transaction, const BackupRow& row) {
  transaction.put(row_key(row.record.id),
                  Bytes(1, static_cast<char>(row.state)) + encode_record(row.record));
}

void erase_row(engine::Transaction& transaction, const BackupId& id) {
  transaction.erase(row_key(id));
}

Task<Result<std::optional<BackupRow>>> read_row(const engine::View& view, const BackupId& id) {
  const Bytes key = row_key(id);
  auto found = co_await engine::read_one(view, key);
  CO_TRY(found);
  if (!*found) co_return std::optional<BackupRow>();
  auto row = decode_row(**found);
  CO_TRY(row);
  co_return std::optional<BackupRow>(std::move(*row));
}

Task<Result<bool>> claim_row(engine::Transaction& transaction, const BackupId& id) {
  const Bytes key = row_key(id);
  auto found = co_await engine::read_one(transaction, key);
  CO_TRY(found);
  if (!*found) co_return false;
  const auto row = decode_row(**found);
  CO_TRY(row);
  if (row->state != BackupState::Making) co_return false;
  transaction.put(key, **found);
  co_return true;
}

Task<Result<std::vector<BackupRow>>> read_rows(const engine::View& view) {
  std::vector<BackupRow> rows;
  Status decoded;
  const Bytes begin = keys::metadata_key(kRowPrefix);
  const Bytes end = keys::prefix_end(begin);
  const auto visit = [&](ByteView, ByteView value) {
    auto row = decode_row(value);
    if (!row.ok()) {
      decoded = std::move(row).error();
      return engine::Visit::Stop;
    }
    rows.push_back(std::move(*row));
    return engine::Visit::Continue;
  };
  const engine::Range range{.begin = begin, .end = end};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return rows;
}

Task<Result<bool>> is_backed_up(const engine::View& view, keys::TableId table) {
  auto rows = co_await read_rows(view);
  CO_TRY(rows);
  co_return std::any_of(rows->begin(), rows->end(), [&](const BackupRow& row) {
    return row.state == BackupState::Making && row.record.table.id == table;
  });
}

void settle_deletion(engine::Transaction& transaction, const catalog::TableChange& change) {
  using catalog::TableState;
  if (change.before == nullptr || change.after == nullptr) return;
  const bool is_deleted =
      change.before->state != TableState::Deleting && change.after->state == TableState::Deleting;
  const auto& recovery = change.after->settings.recovery;
  if (!is_deleted || !recovery || !recovery->since) return;
  const auto now = std::chrono::floor<std::chrono::milliseconds>(change.now).time_since_epoch();
  BackupRecord record;
  record.id = backup_id(change.after->name, now.count(), 0);
  record.name = change.after->name + "$DeletedTableBackup";
  record.expiry = now.count() + kSystemBackupMs;
  record.table = *change.before;
  put_row(transaction, {.state = BackupState::Making, .record = std::move(record)});
}

}  // namespace partita::backups
