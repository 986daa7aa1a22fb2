#include "dynamodb/operations/restore_table_to_point_in_time.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/restore_overrides.h"
#include "dynamodb/operations/table_description.h"
#include "dynamodb/operations/table_lookup.h"
#include "dynamodb/operations/table_recovery.h"
#include "dynamodb/schema/table_errors.h"
#include "dynamodb/schema/table_uuid.h"
#include "partita/api/exception.h"
#include "store/catalog/table_name.h"
#include "store/history/recovery.h"

namespace partita::operations {
namespace {

using api::RestoreTableToPointInTimeRequest;
using catalog::Table;
using catalog::TablePointer;
using catalog::TableState;

constexpr std::ptrdiff_t kRestoresMax = 50;

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

std::string text_of(std::int64_t time) {
  const std::chrono::sys_time<std::chrono::milliseconds> moment{std::chrono::milliseconds(time)};
  const auto seconds = std::chrono::floor<std::chrono::seconds>(moment);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", seconds, (moment - seconds).count());
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
                  text_of(wanted), text_of(range->earliest), text_of(range->latest)));
}

Status check_target(const Context& context, std::string_view name) {
  const auto there = context.catalog.find(name);
  if (!there) return {};
  TRY(catalog::check_certain(*there));
  if (there->is_restored() && there->state == TableState::Creating) {
    return api::failure(api::Exception::TableInUse,
                        fmt::format("Table: {} is already being restored from table: {}", name,
                                    catalog::table_arn(there->settings.restore->source_name)));
  }
  return api::failure(api::Exception::TableAlreadyExists,
                      fmt::format("Table already exists: {}", name));
}

Status check_count(const Context& context) {
  const auto tables = context.catalog.list_after("", SIZE_MAX);
  const auto restores = std::count_if(tables.begin(), tables.end(), [](const auto& table) {
    return table->is_restored() && table->state == TableState::Creating;
  });
  if (restores < kRestoresMax) return {};
  return api::failure(
      api::Exception::LimitExceeded,
      fmt::format("Subscriber limit exceeded: Only {} restore operations can be done "
                  "simultaneously",
                  kRestoresMax));
}

// What is dropped is not taken over: stream, TTL, recovery, tags, table class, protection.
Result<Table> target_of(const Context& context, const Table& source,
                        const RestoreTableToPointInTimeRequest& request, std::int64_t time) {
  Table target;
  target.name = request.target_table_name;
  target.state = TableState::Creating;
  target.key = source.key;
  target.settings.creation_date_time = now(context);
  target.settings.table_uuid = schema::new_uuid();
  target.settings.encryption = source.settings.encryption;
  target.settings.restore = catalog::RestoreSettings{.source_name = source.name,
                                                     .source = source.id,
                                                     .period = source.settings.recovery->period,
                                                     .time = history::to_timestamp(time)};
  TRY(apply_overrides(source, request, target));
  return target;
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
  Status is_free = check_target(context, request.target_table_name);
  CO_TRY(is_free);
  Status has_room = check_count(context);
  CO_TRY(has_room);
  auto drawn = co_await draw_line(context, **source, *time);
  CO_TRY(drawn);
  auto created = co_await context.catalog.create(std::move(*target));
  if (!created.ok() && created.error().kind() == ErrorKind::AlreadyExists) {
    co_return api::failure(api::Exception::TableAlreadyExists,
                           fmt::format("Table already exists: {}", request.target_table_name));
  }
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
