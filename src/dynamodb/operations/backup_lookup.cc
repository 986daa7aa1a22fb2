#include "dynamodb/operations/backup_lookup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dynamodb/operations/table_description.h"
#include "partita/api/exception.h"
#include "store/catalog/table_name.h"
#include "store/history/recovery.h"

namespace partita::operations {
namespace {

using backups::Backup;
using backups::BackupId;
using catalog::IndexKind;

struct ArnFields {
  std::array<std::string_view, 5> head;  // "arn", partition, service, region, account
  std::string_view resource;
};

ArnFields split_arn(std::string_view arn) {
  ArnFields fields;
  for (auto& field : fields.head) {
    const auto colon = arn.find(':');
    field = arn.substr(0, colon);
    arn.remove_prefix(colon == std::string_view::npos ? arn.size() : colon + 1);
  }
  fields.resource = arn;
  return fields;
}

// us-east-1, us-gov-west-1: lower-case words and a number.
bool is_region(std::string_view region) {
  const bool has_number = !region.empty() && region.back() >= '1' && region.back() <= '9';
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; };
  return has_number && std::count(region.begin(), region.end(), '-') >= 2 &&
         std::all_of(region.begin(), region.end() - 1, is_letter);
}

api::ProvisionedThroughput units_of(const api::ProvisionedThroughputDescription& throughput) {
  return {throughput.read_capacity_units.value_or(0), throughput.write_capacity_units.value_or(0)};
}

api::SourceTableDetails source_of(const backups::BackupRecord& record) {
  const auto& settings = record.table.settings;
  api::SourceTableDetails details;
  details.table_name = record.id.table;
  details.table_id = settings.table_uuid;
  details.table_arn = catalog::table_arn(record.id.table);
  details.table_size_bytes = record.size_bytes;
  details.key_schema = key_schema_of(record.table.key);
  details.table_creation_date_time = settings.creation_date_time;
  details.provisioned_throughput = units_of(settings.provisioned_throughput);
  details.on_demand_throughput = settings.on_demand_throughput;
  details.item_count = record.items;
  details.billing_mode = settings.billing_mode;
  return details;
}

void add_index(const catalog::Index& index, api::SourceTableFeatureDetails& features) {
  if (index.kind == IndexKind::Local) {
    if (!features.local_secondary_indexes) features.local_secondary_indexes.emplace();
    features.local_secondary_indexes->push_back(
        {index.name, key_schema_of(index.key), projection_of(index)});
    return;
  }
  if (!features.global_secondary_indexes) features.global_secondary_indexes.emplace();
  features.global_secondary_indexes->push_back(
      {index.name, key_schema_of(index.key), projection_of(index),
       units_of(index.settings.provisioned_throughput), index.settings.on_demand_throughput});
}

api::SourceTableFeatureDetails features_of(const catalog::Table& table) {
  api::SourceTableFeatureDetails features;
  for (const auto& index : table.indexes) {
    if (index.is_written()) add_index(index, features);
  }
  if (const auto* stream = table.live_stream()) {
    features.stream_description = {.stream_enabled = true, .stream_view_type = stream->view_type};
  }
  if (table.ttl_attribute) {
    features.time_to_live_description = {.time_to_live_status = api::TimeToLiveStatus::Enabled,
                                         .attribute_name = table.ttl_attribute};
  }
  features.sse_description = table.settings.encryption;
  return features;
}

}  // namespace

Error no_backups() { return Error::unavailable("this database has no place for backups"); }

Error backup_not_found(std::string_view arn) {
  return api::failure(api::Exception::BackupNotFound, fmt::format("Backup not found: {}", arn));
}

std::string_view region_of_backup(std::string_view arn) { return split_arn(arn).head[3]; }

Result<BackupId> backup_id_of(std::string_view arn) {
  constexpr std::string_view kTable = "table/";
  constexpr std::string_view kBackup = "/backup/";
  const auto [head, resource] = split_arn(arn);
  const auto at = resource.find(kBackup);
  if (head[0] != "arn" || !resource.starts_with(kTable) || at == std::string_view::npos) {
    return api::invalid("Invalid Backup ARN");
  }
  const bool is_known = head[1].starts_with("aws") && head[2] == "dynamodb" && is_region(head[3]);
  if (!is_known) return api::invalid("Invalid Request: BackupArn is not valid");
  if (head[4] != catalog::kAccount) {
    return api::failure(api::Exception::AccessDenied, "Access is denied");
  }
  const auto table = resource.substr(kTable.size(), at - kTable.size());
  const auto id = resource.substr(at + kBackup.size());
  // Both become the names of files.
  const bool is_name = catalog::table_name_of(table, catalog::NameRule::ForTables).ok();
  if (!is_name || !backups::is_backup_id(id)) return backup_not_found(arn);
  return BackupId{.id = std::string(id), .table = std::string(table)};
}

Task<Result<Backup>> find_backup(const Context& context, std::string_view arn) {
  if (context.backups == nullptr) co_return no_backups();
  const auto id = backup_id_of(arn);
  CO_TRY(id);
  auto found = co_await context.backups->find(*id);
  CO_TRY(found);
  if (!*found) co_return backup_not_found(arn);
  co_return std::move(**found);
}

api::BackupDetails details_of(const Backup& backup) {
  const auto& record = backup.record;
  api::BackupDetails details;
  details.backup_arn = backups::arn_of(record.id);
  details.backup_name = record.name;
  details.backup_size_bytes = record.size_bytes;
  details.backup_status =
      backup.is_there ? api::BackupStatus::Available : api::BackupStatus::Creating;
  details.backup_type = record.is_system() ? api::BackupType::System : api::BackupType::User;
  details.backup_creation_date_time = history::to_timestamp(record.created());
  if (record.expiry) details.backup_expiry_date_time = history::to_timestamp(*record.expiry);
  return details;
}

api::BackupDescription description_of(const Backup& backup) {
  return {.backup_details = details_of(backup),
          .source_table_details = source_of(backup.record),
          .source_table_feature_details = features_of(backup.record.table)};
}

}  // namespace partita::operations
