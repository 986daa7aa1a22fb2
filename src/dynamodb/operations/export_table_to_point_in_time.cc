#include "dynamodb/operations/export_table_to_point_in_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "dynamodb/operations/export_lookup.h"
#include "dynamodb/operations/table_recovery.h"
#include "partita/api/exception.h"
#include "partita/base/big_endian.h"
#include "partita/base/sha256.h"
#include "store/history/recovery.h"
#include "store/places/place.h"
#include "store/table_exports/exports.h"

namespace partita::operations {
namespace {

using api::ExportTableToPointInTimeRequest;
using api::ExportType;
using catalog::Table;
using catalog::TablePointer;
using history::to_milliseconds;
using table_exports::Admitted;
using table_exports::ExportAdmission;
using table_exports::ExportRecord;

// AWS: how far apart the two moments of an incremental export may be.
constexpr std::int64_t kWindowMsMin = 15LL * 60 * 1000;
constexpr std::int64_t kWindowMsMax = 24LL * 60 * 60 * 1000;
constexpr std::size_t kAccountDigits = 12;

Error unmatched(std::string_view value, std::string_view member, std::string_view pattern) {
  return api::invalid(
      fmt::format("1 validation error detected: Value '{}' at '{}' failed to satisfy constraint: "
                  "Member must satisfy regular expression pattern: {}",
                  value, member, pattern));
}

Status check_names(const ExportTableToPointInTimeRequest& request) {
  if (!places::check_bucket_name(request.s3_bucket).ok()) {
    return unmatched(request.s3_bucket, "s3Bucket", R"(^[a-z0-9A-Z]+[\.\-\w]*[a-z0-9A-Z]+$)");
  }
  if (const auto& owner = request.s3_bucket_owner) {
    const bool is_account =
        owner->size() == kAccountDigits &&
        std::all_of(owner->begin(), owner->end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!is_account) return unmatched(*owner, "s3BucketOwner", "[0-9]{12}");
  }
  if (const auto& token = request.client_token) {
    const bool is_token = !token->empty() && token->find('$') == std::string::npos;
    if (!is_token) return unmatched(*token, "clientToken", R"(^[^\$]+$)");
  }
  return {};
}

Status check_type(const ExportTableToPointInTimeRequest& request) {
  const bool has_specification = request.incremental_export_specification.has_value();
  if (!request.export_type && has_specification) {
    return api::invalid(
        "Invalid Request: Export Type expected to be Incremental Export when incremental export "
        "specification is provided");
  }
  if (request.export_type == ExportType::FullExport && has_specification) {
    return api::invalid(
        "Invalid Request: When Export Type is Full Export , Incremental Export Specification "
        "should not be provided");
  }
  if (request.export_type != ExportType::IncrementalExport) return {};
  if (!has_specification) {
    return api::invalid(
        "Invalid Request: Incremental Export Specification expected when export type is set as "
        "Incremental Export");
  }
  if (!request.incremental_export_specification->export_from_time) {
    return api::invalid(
        "Invalid Request: ExportFromTime must be provided in IncrementalExportSpecification");
  }
  return {};
}

// Ours: nothing here asks a bucket for another encryption than it has by itself, and nobody should
// believe that it does.
Status check_encryption(const ExportTableToPointInTimeRequest& request) {
  const auto algorithm = request.s3_sse_algorithm.value_or(api::S3SseAlgorithm::Aes256);
  if (algorithm == api::S3SseAlgorithm::Kms) {
    return api::invalid(
        "Invalid Request: S3SseAlgorithm KMS is not supported: the files are encrypted as the "
        "bucket is set up to");
  }
  if (request.s3_sse_kms_key_id) {
    return api::invalid("Invalid Request: KMS Key Id is not supported for this encryption type");
  }
  return {};
}

Result<TablePointer> find_exported(const Context& context, const std::string& arn) {
  const auto name = TRY(exported_table_of(arn));
  auto table = find_recoverable_table(context, name);
  const bool is_missing =
      !table.ok() && api::exception_of(table.error()) == api::Exception::TableNotFound;
  if (is_missing) return backup_table_not_found(arn);
  return table;
}

Error no_recovery(const Table& table) {
  return api::failure(
      api::Exception::PointInTimeRecoveryUnavailable,
      fmt::format("Point in time recovery is not enabled for table '{}'", table.name));
}

Error invalid_export_time(std::string message) {
  return api::failure(api::Exception::InvalidExportTime, std::move(message));
}

// AWS: a moment after now or before recovery was switched on.
Error not_kept() { return invalid_export_time("Export Time is invalid"); }

struct TimesOfExport {
  std::int64_t from = 0;
  std::int64_t to = 0;
};

Result<TimesOfExport> window_of(const Table& table, const api::IncrementalExportSpecification& wish,
                                std::int64_t now) {
  TimesOfExport times{.from = to_milliseconds(*wish.export_from_time), .to = now};
  if (wish.export_to_time) times.to = to_milliseconds(*wish.export_to_time);
  const std::int64_t created = to_milliseconds(table.settings.creation_date_time);
  if (times.from < created) {
    return invalid_export_time(fmt::format(
        "Incremental export period from time cannot be less than the table creation time : {}",
        time_text(created)));
  }
  if (times.to > now) {
    return invalid_export_time(fmt::format(
        "Incremental export period to time cannot be greater than the current time : {}",
        time_text(now)));
  }
  if (times.to - times.from < kWindowMsMin) {
    return invalid_export_time(
        "Difference between export period from time and export period to time is less than 15 "
        "minutes");
  }
  if (times.to - times.from > kWindowMsMax) {
    return invalid_export_time(
        "Difference between export period from time and export period to time is greater than 24 "
        "hours");
  }
  return times;
}

Result<TimesOfExport> times_of(const Table& table, const ExportTableToPointInTimeRequest& request,
                               std::int64_t now) {
  const auto range = history::restorable_range(table, now);
  if (!range) return no_recovery(table);
  TimesOfExport times{.from = 0, .to = now};
  if (const auto& window = request.incremental_export_specification) {
    times = TRY(window_of(table, *window, now));
    if (times.from < range->earliest) return not_kept();
    return times;
  }
  // All that was acknowledged before: the time of a commit is the end of its millisecond.
  if (!request.export_time) return TimesOfExport{.from = 0, .to = now + 1};
  times.to = to_milliseconds(*request.export_time);
  if (times.to > now || times.to < range->earliest) return not_kept();
  return times;
}

ExportRecord record_of(const Table& table, const ExportTableToPointInTimeRequest& request,
                       const TimesOfExport& times) {
  ExportRecord record;
  record.period = table.settings.recovery->period;
  record.is_incremental = request.export_type == ExportType::IncrementalExport;
  record.from = times.from;
  record.to = times.to;
  if (record.is_incremental) {
    record.view = request.incremental_export_specification->export_view_type.value_or(
        api::ExportViewType::NewAndOldImages);
  }
  record.format = request.export_format.value_or(api::ExportFormat::DynamodbJson);
  record.bucket = request.s3_bucket;
  record.bucket_owner = request.s3_bucket_owner.value_or("");
  record.prefix = request.s3_prefix.value_or("");
  record.token = request.client_token.value_or("");
  return record;
}

// Equal for equal requests.
Bytes fingerprint_of(const ExportTableToPointInTimeRequest& request) {
  Bytes bytes;
  const auto add_text = [&](const std::optional<std::string>& text) {
    append_integer(bytes, static_cast<std::uint8_t>(text ? 1 : 0));
    append_with_length(bytes, text.value_or(""));
  };
  const auto add_time = [&](const std::optional<api::Timestamp>& time) {
    append_integer(bytes, time ? to_milliseconds(*time) : std::int64_t{-1});
  };
  const auto add_choice = [&](const auto& choice) {
    append_integer(bytes, static_cast<std::uint8_t>(choice ? 1 + static_cast<int>(*choice) : 0));
  };
  add_text(request.table_arn);
  add_text(request.s3_bucket);
  add_text(request.s3_bucket_owner);
  add_text(request.s3_prefix);
  add_time(request.export_time);
  add_choice(request.export_format);
  add_choice(request.export_type);
  if (const auto& window = request.incremental_export_specification) {
    add_time(window->export_from_time);
    add_time(window->export_to_time);
    add_choice(window->export_view_type);
  }
  return Bytes(view_of(sha256(bytes)));
}

Result<ExportRecord> record_or_error(Admitted admitted, const Table& table,
                                     const std::string& arn) {
  switch (admitted.admission) {
    case ExportAdmission::Begun:
    case ExportAdmission::Known:
      return std::move(admitted.record);
    case ExportAdmission::TokenIsTaken:
      return api::failure(
          api::Exception::ExportConflict,
          "Export conflict: Duplicate request detected with conflicting parameters");
    case ExportAdmission::NotKept:
      return table.settings.recovery && table.settings.recovery->since ? not_kept()
                                                                       : no_recovery(table);
    case ExportAdmission::TableIsGone:
      return backup_table_not_found(arn);
    case ExportAdmission::TooMany:
      break;
  }
  return api::failure(
      api::Exception::LimitExceeded,
      fmt::format("Subscriber limit exceeded: Only {} exports can be done simultaneously",
                  table_exports::kExportsUnderWayMax));
}

Task<Result<ExportRecord>> begin_export(Context& context, const TablePointer& table,
                                        const ExportTableToPointInTimeRequest& request) {
  Bytes fingerprint = fingerprint_of(request);
  if (request.client_token) {
    auto known = co_await context.exports->find_by_token(*request.client_token, fingerprint);
    CO_TRY(known);
    if (*known) co_return record_or_error(std::move(**known), *table, request.table_arn);
  }
  const std::int64_t now = context.catalog.commit_times().now();
  const auto times = times_of(*table, request, now);
  CO_TRY(times);
  ExportRecord wish = record_of(*table, request, *times);
  auto admitted = co_await context.exports->create(table, std::move(wish), std::move(fingerprint));
  const bool is_gone =
      !admitted.ok() && api::exception_of(admitted.error()) == api::Exception::ResourceNotFound;
  if (is_gone) co_return backup_table_not_found(request.table_arn);
  CO_TRY(admitted);
  co_return record_or_error(std::move(*admitted), *table, request.table_arn);
}

}  // namespace

Task<Result<api::ExportTableToPointInTimeResponse>> export_table_to_point_in_time(
    Context& context, const ExportTableToPointInTimeRequest& request) {
  for (const auto check : {&check_names, &check_type, &check_encryption}) {
    Status checked = check(request);
    CO_TRY(checked);
  }
  auto table = find_exported(context, request.table_arn);
  CO_TRY(table);
  if (context.exports == nullptr || !context.exports->has_place()) {
    co_return api::invalid(
        "Invalid Request: this server has no buckets to export to: start it with --s3 dir=DIR, "
        "which has a directory for each bucket, or with --s3 endpoint=URL,credentials=FILE");
  }
  auto record = co_await begin_export(context, *table, request);
  CO_TRY(record);
  api::ExportTableToPointInTimeResponse response;
  response.export_description = description_of(*record);
  co_return response;
}

}  // namespace partita::operations
