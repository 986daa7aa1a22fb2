#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"
#include "partita/api/timestamp.h"

namespace partita::api {

enum class ContinuousBackupsStatus { Enabled, Disabled };
enum class PointInTimeRecoveryStatus { Enabled, Disabled };
inline constexpr std::array<std::string_view, 2> kRecoveryStatusWords = {"ENABLED", "DISABLED"};
constexpr EnumWords wire_names(ContinuousBackupsStatus) { return kRecoveryStatusWords; }
constexpr EnumWords wire_names(PointInTimeRecoveryStatus) { return kRecoveryStatusWords; }

// Whether a table can be restored to an earlier moment, and to which moments.
struct PointInTimeRecoveryDescription {
  std::optional<PointInTimeRecoveryStatus> point_in_time_recovery_status;
  // How long the history is kept: 1 to 35 days. This and the two below: only while it is enabled.
  std::optional<std::int64_t> recovery_period_in_days;
  // The moment at which it was enabled, or `recovery_period_in_days` ago, whichever is later.
  std::optional<Timestamp> earliest_restorable_date_time;
  // Five minutes ago, as in DynamoDB.
  std::optional<Timestamp> latest_restorable_date_time;

  static constexpr auto shape() {
    using Self = PointInTimeRecoveryDescription;
    return std::tuple(optional("PointInTimeRecoveryStatus", &Self::point_in_time_recovery_status),
                      optional("RecoveryPeriodInDays", &Self::recovery_period_in_days),
                      optional("EarliestRestorableDateTime", &Self::earliest_restorable_date_time),
                      optional("LatestRestorableDateTime", &Self::latest_restorable_date_time));
  }
};

// Continuous backups are always Enabled; what can be switched is point-in-time recovery.
struct ContinuousBackupsDescription {
  std::optional<ContinuousBackupsStatus> continuous_backups_status;
  std::optional<PointInTimeRecoveryDescription> point_in_time_recovery_description;

  static constexpr auto shape() {
    using Self = ContinuousBackupsDescription;
    return std::tuple(
        optional("ContinuousBackupsStatus", &Self::continuous_backups_status),
        optional("PointInTimeRecoveryDescription", &Self::point_in_time_recovery_description));
  }
};

// Asks whether a table can be restored, and to which moments.
// ERRORS: TableNotFound.
struct DescribeContinuousBackupsRequest {
  std::string table_name;

  static constexpr auto shape() {
    using Self = DescribeContinuousBackupsRequest;
    return std::tuple(
        required("TableName", &Self::table_name, kTableNameOrArn).if_absent(kNoTableName));
  }
};

struct DescribeContinuousBackupsResponse {
  std::optional<ContinuousBackupsDescription> continuous_backups_description;

  static constexpr auto shape() {
    using Self = DescribeContinuousBackupsResponse;
    return std::tuple(
        optional("ContinuousBackupsDescription", &Self::continuous_backups_description));
  }
};

}  // namespace partita::api
