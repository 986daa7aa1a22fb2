#include "dynamodb/operations/restore_table_to_point_in_time.h"

#include <fmt/format.h>

#include <algorithm>

#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/restore_overrides.h"
#include "dynamodb/operations/restored_table.h"
#include "dynamodb/operations/table_description.h"
#include "dynamodb/operations/table_lookup.h"
#include "dynamodb/operations/table_recovery.h"
#include "dynamodb/schema/table_errors.h"
#include "partita/api/exception.h"
#include "store/catalog/table_name.h"
#include "store/history/recovery.h"

namespace partita::operations {
namespace {

using api::RestoreTableToPointInTimeRequest;
using catalog::Table;
using catalog::TablePointer;
using catalog::TableState;

Status check_shape(const RestoreTableToPointInTimeRequest& request) {
  if (request.source_table_arn && request.source_table_name) {
    return api::invalid("Must provide exactly one of: sourceTableArn, sourceTableName");
  }
  if (!request.source_table_arn && !request.source_table_name) {
    return api::invalid(std::string(api::kNoTableName));
  }
  const bool is_latest = request.use_latest_restorable_time.value_or(false);
  if (is_latest && request.restore_date_time) {
    return api::invalid(
        "Invalid Request: Both RestoreDateTime and UseLatestRestorableTime cannot be set for "
        "point-in-time restore request. Please specify only one of them.");
  }
  if (is_latest || request.restore_date_time) return {};
  return api::invalid(
      "Invalid Request: Either one of RestoreDateTime or UseLatestRestorableTime must be "
      "specified, but not both");
}

Result<TablePointer> find_source(const Context& context,
                                 const RestoreTableToPointInTimeRequest& request) {
  if (request.source_table_name) return find_recoverable_table(context, *request.source_table_name);
  if (!request.source_table_arn->starts_with("arn:")) {
    return schema::invalid_parameter("sourceTableArn is not a valid ARN");
  }
  return find_recoverable_table(context, *request.source_table_arn);
}

Result<std::int64_t> time_to_restore(const Table& source,
                                     const RestoreTableToPointInTimeRequest& request,
                                     std::int64_t now, RestoreReach reach) {
  auto range = history::restorable_range(source, now);
  if (!range) {
    return api::failure(
        api::Exception::PointInTimeRecoveryUnavailable,
        fmt::format("Point in time recovery is not enabled for table '{}'", source.name));
  }
  if (reach == RestoreReach::LastMillisecond) range->latest = std::max(range->latest, now);
  if (!request.restore_date_time) return range->latest;
  const std::int64_t wanted = history::to_milliseconds(*request.restore_date_time);
  if (wanted >= range->earliest && wanted <= range->latest) return wanted;
  return api::failure(
      api::Exception::InvalidRestoreTime,
      fmt::format("RestoreDateTime '{}' must be within EarliestRestorableDateTime '{}' and "
                  "LatestRestorableDateTime '{}'",
                  time_text(wanted), time_text(range->earliest), time_text(range->latest)));
}

Result<Table> target_of(const Context& context, const Table& source,
                        const RestoreTableToPointInTimeRequest& request, std::int64_t time) {
  return restored_table(context, source,
                        {.name = request.target_table_name,
                         .overrides = overrides_of(request),
                         .from = {.source_name = source.name,
                                  .source = source.id,
                                  .period = source.settings.recovery->period,
                                  .time = history::to_timestamp(time),
                                  .backup = {}}});
}

// A commit that no write can be on both sides of. All that have a time up to the restored moment
// are on this side of it, so the restore sees all of them, however long it takes.
Task<Result<TablePointer>> draw_line(Context& context, const Table& source, std::int64_t time) {
  auto drawn = co_await context.catalog.change(source.name, [&](const Table& stored) {
    const auto& recovery = stored.settings.recovery;
    const bool is_kept = stored.id == source.id && stored.state != TableState::Deleting &&
                         recovery && recovery->since &&
                         recovery->period == source.settings.recovery->period &&
                         history::to_milliseconds(*recovery->since) <= time;
    return is_kept ? Result<Table>(stored) : Error::not_found("the source is not what it was");
  });
  const bool is_gone = !drawn.ok() && drawn.error().kind() == ErrorKind::NotFound;
  if (is_gone) co_return backup_table_not_found(source.name);
  co_return drawn;
}

// From here on whoever wants to end the source's history or the source sees the new table, and
// waits for it. Whoever was faster has taken what it would be made of.
Task<Status> confirm_source(Context& context, const Table& source, std::int64_t time,
                            const Table& target) {
  auto drawn = co_await draw_line(context, source, time);
  if (drawn.ok()) co_return Status{};
  auto dropped = co_await delete_table(context, {.table_name = target.name});
  // If that fails, too, the table stays: a person can delete it.
  static_cast<void>(dropped);
  co_return std::move(drawn).error();
}

}  // namespace

Task<Result<api::RestoreTableToPointInTimeResponse>> restore_table(
    Context& context, const RestoreTableToPointInTimeRequest& request, RestoreReach reach) {
  Status shaped = check_shape(request);
  CO_TRY(shaped);
  auto source = find_source(context, request);
  CO_TRY(source);
  const std::int64_t now = context.catalog.commit_times().now();
  const auto time = time_to_restore(**source, request, now, reach);
  CO_TRY(time);
  auto target = target_of(context, **source, request, *time);
  CO_TRY(target);
  Status is_free = check_restored_name(context, request.target_table_name);
  CO_TRY(is_free);
  auto drawn = co_await draw_line(context, **source, *time);
  CO_TRY(drawn);
  auto created = co_await create_restored(context, std::move(*target));
  CO_TRY(created);
  Status is_kept = co_await confirm_source(context, **source, *time, **created);
  CO_TRY(is_kept);
  api::RestoreTableToPointInTimeResponse response;
  response.table_description = description_of(context, **created);
  co_return response;
}

Task<Result<api::RestoreTableToPointInTimeResponse>> restore_table_to_point_in_time(
    Context& context, const RestoreTableToPointInTimeRequest& request) {
  return restore_table(context, request, RestoreReach::AsAws);
}

}  // namespace partita::operations
