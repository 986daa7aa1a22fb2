#include "dynamodb/operations/update_continuous_backups.h"

#include <algorithm>

#include "dynamodb/operations/table_recovery.h"
#include "partita/api/exception.h"
#include "store/history/recovery.h"
#include "store/history/trimmer.h"
#include "store/keys/history_keys.h"

namespace partita::operations {
namespace {

using api::PointInTimeRecoverySpecification;
using catalog::RecoverySettings;
using catalog::Table;

Status check_specification(const PointInTimeRecoverySpecification& wanted) {
  if (wanted.point_in_time_recovery_enabled || !wanted.recovery_period_in_days) return {};
  return api::invalid(
      "Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time "
      "recovery.");
}

// A shorter window is in force at once, and for good: what lies before it will be removed.
void set_window(RecoverySettings& recovery, std::int64_t days, std::int64_t now) {
  if (recovery.since) {
    const std::int64_t since = history::to_milliseconds(*recovery.since);
    recovery.since = history::to_timestamp(std::max(since, now - days * keys::kDayMs));
  }
  recovery.days = days;
}

// From this commit on every write keeps what was there before. What can be restored begins when it
// is done (with_start).
Table with_recording(const Table& table, const PointInTimeRecoverySpecification& wanted,
                     std::int64_t now) {
  Table changed = table;
  if (!changed.settings.recovery) changed.settings.recovery.emplace();
  RecoverySettings& recovery = *changed.settings.recovery;
  const std::int64_t days = recovery.since ? recovery.days : catalog::kRecoveryDaysMax;
  set_window(recovery, wanted.recovery_period_in_days.value_or(days), now);
  if (!recovery.since) recovery.since = history::to_timestamp(now);
  if (!recovery.is_recording) {
    ++recovery.period;
    recovery.is_recording = true;
  }
  return changed;
}

// The writes that keep nothing are all committed by now, and those that follow get a later time.
Table with_start(const Table& table, std::int64_t now) {
  Table changed = table;
  auto& recovery = changed.settings.recovery;
  if (recovery && recovery->since) recovery->since = history::to_timestamp(now);
  return changed;
}

// Changes are still kept: a restore or an export under way may need them.
Table without_recovery(const Table& table) {
  Table changed = table;
  auto& recovery = changed.settings.recovery;
  if (!recovery) return changed;
  recovery->since.reset();
  return changed;
}

Task<Result<catalog::TablePointer>> change_recovery(Context& context, std::string_view name,
                                                    catalog::Catalog::Edit edit) {
  auto changed = co_await context.catalog.change(name, edit);
  const bool is_gone = !changed.ok() && changed.error().kind() == ErrorKind::NotFound;
  if (is_gone) co_return backup_table_not_found(name);
  co_return changed;
}

Task<Result<catalog::TablePointer>> switch_on(Context& context, std::string_view name,
                                              const PointInTimeRecoverySpecification& wanted) {
  const auto& times = context.catalog.commit_times();
  bool was_on = false;
  auto recording = co_await change_recovery(context, name, [&](const Table& stored) {
    was_on = stored.settings.recovery && stored.settings.recovery->since;
    return Result<Table>(with_recording(stored, wanted, times.now()));
  });
  if (!recording.ok() || was_on) co_return recording;
  co_return co_await change_recovery(context, name, [&](const Table& stored) {
    return Result<Table>(with_start(stored, times.now()));
  });
}

// If somebody needs the changes that are kept, the job that trims ends that later.
Task<Result<catalog::TablePointer>> switch_off(Context& context, std::string_view name) {
  auto off = co_await change_recovery(
      context, name, [](const Table& stored) { return Result<Table>(without_recovery(stored)); });
  CO_TRY(off);
  if (!(*off)->settings.recovery->is_recording) co_return off;
  auto ended = co_await history::end_recording(context.engine, context.catalog, *off);
  CO_TRY(ended);
  co_return ended->value_or(*off);
}

}  // namespace

Task<Result<api::UpdateContinuousBackupsResponse>> update_continuous_backups(
    Context& context, const api::UpdateContinuousBackupsRequest& request) {
  const auto& wanted = request.point_in_time_recovery_specification;
  Status checked = check_specification(wanted);
  CO_TRY(checked);
  auto table = find_recoverable_table(context, request.table_name);
  CO_TRY(table);
  if (wanted.point_in_time_recovery_enabled) {
    table = co_await switch_on(context, (*table)->name, wanted);
  } else if ((*table)->settings.recovery) {
    table = co_await switch_off(context, (*table)->name);
  }
  CO_TRY(table);
  api::UpdateContinuousBackupsResponse response;
  response.continuous_backups_description = recovery_description(context, **table);
  co_return response;
}

}  // namespace partita::operations
