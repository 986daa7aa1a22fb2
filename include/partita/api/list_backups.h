#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "partita/api/backup_description.h"
#include "partita/api/shape.h"
#include "partita/api/timestamp.h"

namespace partita::api {

enum class BackupTypeFilter { User, System, AwsBackup, All };
inline constexpr std::array<std::string_view, 4> kBackupTypeFilterWords = {"USER", "SYSTEM",
                                                                           "AWS_BACKUP", "ALL"};
constexpr EnumWords wire_names(BackupTypeFilter) { return kBackupTypeFilterWords; }

// Lists backups in the order of their creation, including those of deleted tables.
// ERRORS: Validation.
struct ListBackupsRequest {
  std::optional<std::string> table_name;
  std::optional<std::int64_t> limit;                // 100 if not given.
  std::optional<Timestamp> time_range_lower_bound;  // Included.
  std::optional<Timestamp> time_range_upper_bound;  // Not included.
  std::optional<std::string> exclusive_start_backup_arn;
  std::optional<BackupTypeFilter> backup_type;  // User if not given.

  static constexpr auto shape() {
    using Self = ListBackupsRequest;
    return std::tuple(
        optional("TableName", &Self::table_name, kTableNameOrArn),
        optional("Limit", &Self::limit, Bounds{.min = 1, .max = 100}),
        optional("TimeRangeLowerBound", &Self::time_range_lower_bound),
        optional("TimeRangeUpperBound", &Self::time_range_upper_bound),
        optional("ExclusiveStartBackupArn", &Self::exclusive_start_backup_arn, kBackupArn),
        optional("BackupType", &Self::backup_type));
  }
};

struct BackupSummary {
  std::optional<std::string> table_name;
  std::optional<std::string> table_id;
  std::optional<std::string> table_arn;
  std::optional<std::string> backup_arn;
  std::optional<std::string> backup_name;
  std::optional<Timestamp> backup_creation_date_time;
  std::optional<Timestamp> backup_expiry_date_time;
  std::optional<BackupStatus> backup_status;
  std::optional<BackupType> backup_type;
  std::optional<std::int64_t> backup_size_bytes;

  static constexpr auto shape() {
    using Self = BackupSummary;
    return std::tuple(
        optional("TableName", &Self::table_name), optional("TableId", &Self::table_id),
        optional("TableArn", &Self::table_arn), optional("BackupArn", &Self::backup_arn),
        optional("BackupName", &Self::backup_name),
        optional("BackupCreationDateTime", &Self::backup_creation_date_time),
        optional("BackupExpiryDateTime", &Self::backup_expiry_date_time),
        optional("BackupStatus", &Self::backup_status), optional("BackupType", &Self::backup_type),
        optional("BackupSizeBytes", &Self::backup_size_bytes));
  }
};

struct ListBackupsResponse {
  std::vector<BackupSummary> backup_summaries;
  std::optional<std::string> last_evaluated_backup_arn;  // Absent: there are no more.

  static constexpr auto shape() {
    using Self = ListBackupsResponse;
    return std::tuple(required("BackupSummaries", &Self::backup_summaries),
                      optional("LastEvaluatedBackupArn", &Self::last_evaluated_backup_arn));
  }
};

}  // namespace partita::api
