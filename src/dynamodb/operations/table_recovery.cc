#include "dynamodb/operations/table_recovery.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

#include "partita/api/exception.h"
#include "store/catalog/table_name.h"
#include "store/history/recovery.h"

namespace partita::operations {

Error backup_table_not_found(std::string_view name) {
  return api::failure(api::Exception::TableNotFound, fmt::format("Table not found: {}", name));
}

std::string time_text(std::int64_t milliseconds) {
  const std::chrono::sys_time<std::chrono::milliseconds> moment{
      std::chrono::milliseconds(milliseconds)};
  const auto seconds = std::chrono::floor<std::chrono::seconds>(moment);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", seconds, (moment - seconds).count());
}

Result<catalog::TablePointer> find_recoverable_table(const ReadContext& context,
                                                     std::string_view name_or_arn) {
  const auto name = TRY(catalog::table_name_of(name_or_arn, catalog::NameRule::ForTables));
  auto table = context.catalog.find(name);
  if (!table) return backup_table_not_found(name);
  TRY(catalog::check_certain(*table));
  if (table->state == catalog::TableState::Creating) return backup_table_not_found(name);
  return table;
}

// AWS: without recovery there are neither times nor a period; continuous backups are always on.
api::ContinuousBackupsDescription recovery_description(const ReadContext& context,
                                                       const catalog::Table& table) {
  api::PointInTimeRecoveryDescription recovery;
  recovery.point_in_time_recovery_status = api::PointInTimeRecoveryStatus::Disabled;
  const std::int64_t now = context.catalog.commit_times().now();
  if (const auto range = history::restorable_range(table, now)) {
    recovery.point_in_time_recovery_status = api::PointInTimeRecoveryStatus::Enabled;
    recovery.recovery_period_in_days = table.settings.recovery->days;
    recovery.earliest_restorable_date_time = history::to_timestamp(range->earliest);
    recovery.latest_restorable_date_time = history::to_timestamp(range->latest);
  }
  return {.continuous_backups_status = api::ContinuousBackupsStatus::Enabled,
          .point_in_time_recovery_description = recovery};
}

}  // namespace partita::operations
