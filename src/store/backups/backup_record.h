#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"

// What is known of a backup, apart from what is in it. Times are milliseconds since 1970.
namespace partita::backups {

// AWS: what is left of a deleted table with recovery is kept for so long.
inline constexpr std::int64_t kSystemBackupMs = 35LL * 24 * 60 * 60 * 1000;

// Sorted by when they were asked for.
struct BackupId {
  std::string id;     // "01731999999999-1a2b3c4d": the time, and what tells equal times apart.
  std::string table;  // The name that the table had.

  friend auto operator<=>(const BackupId&, const BackupId&) = default;
};

// Eight hexadecimal digits behind the time; those of a system backup are all zero.
BackupId backup_id(std::string_view table, std::int64_t created, std::uint32_t number);
// Whether it can be the id of a backup: 14 digits, a hyphen, 8 hexadecimal digits.
bool is_backup_id(std::string_view id);
// REQUIRES: is_backup_id.
std::int64_t time_of(std::string_view id);
bool is_system_id(std::string_view id);
// As a path in the place of backups: "orders/01731999999999-1a2b3c4d".
std::string directory_of(const BackupId& id);
std::string arn_of(const BackupId& id);

struct BackupRecord {
  BackupId id;
  std::string name;                    // As whoever asked for it calls it.
  bool is_scheduled = false;           // A rule of a model has asked for it.
  std::optional<std::int64_t> expiry;  // Nullopt: it is kept until it is deleted.
  // As DynamoDB counts them: of the table when it was asked for, of the backup when it is there.
  std::int64_t size_bytes = 0;
  std::int64_t items = 0;
  catalog::Table table;  // As it was.

  std::int64_t created() const { return time_of(id.id); }
  bool is_system() const { return is_system_id(id.id); }
};

Bytes encode_record(const BackupRecord& record);
// ERRORS: Corrupt.
Result<BackupRecord> decode_record(ByteView bytes);

}  // namespace partita::backups
