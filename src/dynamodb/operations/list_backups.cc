#include "dynamodb/operations/list_backups.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "dynamodb/operations/backup_lookup.h"
#include "dynamodb/schema/table_errors.h"
#include "partita/api/exception.h"
#include "store/catalog/table_name.h"
#include "store/history/recovery.h"

namespace partita::operations {
namespace {

using api::BackupTypeFilter;
using backups::BackupId;

constexpr std::int64_t kPageMax = 100;

struct BackupFilter {
  std::string table;  // Empty: any.
  std::int64_t from = 0;
  std::int64_t to = std::numeric_limits<std::int64_t>::max();
  BackupTypeFilter type = BackupTypeFilter::User;
  std::optional<BackupId> start_after = {};

  bool takes(const BackupId& id) const {
    const std::int64_t time = backups::time_of(id.id);
    const bool is_system = backups::is_system_id(id.id);
    const bool has_type = type == BackupTypeFilter::All ||
                          (type == BackupTypeFilter::System && is_system) ||
                          (type == BackupTypeFilter::User && !is_system);
    return has_type && time >= from && time < to && (!start_after || *start_after < id);
  }
};

Result<BackupFilter> filter_of(const api::ListBackupsRequest& request) {
  BackupFilter filter;
  if (request.table_name) {
    filter.table = TRY(catalog::table_name_of(*request.table_name, catalog::NameRule::ForTables));
  }
  const auto& lower = request.time_range_lower_bound;
  const auto& upper = request.time_range_upper_bound;
  if (lower) filter.from = history::to_milliseconds(*lower);
  if (upper) filter.to = history::to_milliseconds(*upper);
  if (filter.from > filter.to) {
    return schema::invalid_parameter(
        "Time range lower bound must be less than or equal to upper bound");
  }
  filter.type = request.backup_type.value_or(BackupTypeFilter::User);
  if (const auto& start = request.exclusive_start_backup_arn) {
    filter.start_after = TRY(backup_id_of(*start));
    if (region_of_backup(*start) != catalog::kRegion) {
      return api::invalid(
          "Invalid Request: The supplied ExclusiveStartBackupArn does not match the region");
    }
  }
  return filter;
}

api::BackupSummary summary_of(const backups::Backup& backup) {
  const auto details = details_of(backup);
  api::BackupSummary summary;
  summary.table_name = backup.record.id.table;
  summary.table_id = backup.record.table.settings.table_uuid;
  summary.table_arn = catalog::table_arn(backup.record.id.table);
  summary.backup_arn = details.backup_arn;
  summary.backup_name = details.backup_name;
  summary.backup_creation_date_time = details.backup_creation_date_time;
  summary.backup_expiry_date_time = details.backup_expiry_date_time;
  summary.backup_status = details.backup_status;
  summary.backup_type = details.backup_type;
  summary.backup_size_bytes = details.backup_size_bytes;
  return summary;
}

// Damaged, or sealed with a key that is not there: DescribeBackup tells.
bool is_unreadable(const Error& error) {
  return error.kind() == ErrorKind::Corrupt || error.kind() == ErrorKind::InvalidArgument;
}

}  // namespace

// One that goes meanwhile is left out, and so is one that cannot be read.
Task<Result<api::ListBackupsResponse>> list_backups(Context& context,
                                                    const api::ListBackupsRequest& request) {
  if (context.backups == nullptr) co_return no_backups();
  const auto filter = filter_of(request);
  CO_TRY(filter);
  auto ids = co_await context.backups->list(filter->table);
  CO_TRY(ids);
  std::erase_if(*ids, [&](const BackupId& id) { return !filter->takes(id); });
  const auto page = static_cast<std::size_t>(request.limit.value_or(kPageMax));
  const bool has_more = ids->size() > page;
  ids->resize(std::min(ids->size(), page));
  api::ListBackupsResponse response;
  for (const BackupId& id : *ids) {
    auto backup = co_await context.backups->find(id);
    if (!backup.ok() && is_unreadable(backup.error())) continue;
    CO_TRY(backup);
    if (*backup) response.backup_summaries.push_back(summary_of(**backup));
  }
  if (has_more) response.last_evaluated_backup_arn = backups::arn_of(ids->back());
  co_return response;
}

}  // namespace partita::operations
