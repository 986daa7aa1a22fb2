#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "partita/api/describe_continuous_backups.h"
#include "partita/api/shape.h"

namespace partita::api {

inline constexpr Bounds kRecoveryPeriodInDays{.min = 1, .max = 35};

// Whether the history of a table is kept, and for how long.
struct PointInTimeRecoverySpecification {
  bool point_in_time_recovery_enabled = false;
  std::optional<std::int64_t> recovery_period_in_days;  // Absent: 35 when it is switched on.

  static constexpr auto shape() {
    using Self = PointInTimeRecoverySpecification;
    return std::tuple(
        required("PointInTimeRecoveryEnabled", &Self::point_in_time_recovery_enabled),
        optional("RecoveryPeriodInDays", &Self::recovery_period_in_days, kRecoveryPeriodInDays));
  }
};

// Switches point-in-time recovery of a table on or off, or changes how far back it reaches. While
// it is on, RestoreTableToPointInTime can create a table from any moment of that time. Switching it
// off deletes the history.
// ERRORS: TableNotFound, Validation.
struct UpdateContinuousBackupsRequest {
  std::string table_name;
  PointInTimeRecoverySpecification point_in_time_recovery_specification;

  static constexpr auto shape() {
    using Self = UpdateContinuousBackupsRequest;
    return std::tuple(
        required("TableName", &Self::table_name, kTableNameOrArn).if_absent(kNoTableName),
        required("PointInTimeRecoverySpecification", &Self::point_in_time_recovery_specification));
  }
};

struct UpdateContinuousBackupsResponse {
  std::optional<ContinuousBackupsDescription> continuous_backups_description;

  static constexpr auto shape() {
    using Self = UpdateContinuousBackupsResponse;
    return std::tuple(
        optional("ContinuousBackupsDescription", &Self::continuous_backups_description));
  }
};

}  // namespace partita::api
