#include "dynamodb/operations/table_description.h"

#include "dynamodb/operations/table_lookup.h"
#include "dynamodb/schema/table_throughput.h"
#include "store/backups/backup_record.h"
#include "store/catalog/table_name.h"

namespace partita::operations {
namespace {

using catalog::Index;
using catalog::IndexKind;
using catalog::IndexState;
using catalog::Table;
using catalog::TableState;

api::TableStatus status_of(const Table& table) {
  switch (table.state) {
    case TableState::Creating:
      return api::TableStatus::Creating;
    case TableState::Updating:
      return api::TableStatus::Updating;
    case TableState::Deleting:
      return api::TableStatus::Deleting;
    case TableState::Active:
      break;
  }
  return api::TableStatus::Active;
}

// The indexes of a new table come and go with it.
api::IndexStatus status_of(const Table& table, const Index& index) {
  if (table.state == TableState::Creating) return api::IndexStatus::Creating;
  if (table.state == TableState::Deleting) return api::IndexStatus::Deleting;
  switch (index.state) {
    case IndexState::Creating:
      return api::IndexStatus::Creating;
    case IndexState::Deleting:
      return api::IndexStatus::Deleting;
    case IndexState::Active:
      break;
  }
  return api::IndexStatus::Active;
}

// What local and global indexes have in common.
template <typename Description>
Description index_description(const ReadContext& context, const Table& table, const Index& index) {
  const auto counts = context.catalog.statistics().counts_of(table.id, index.id);
  Description description;
  description.index_name = index.name;
  description.key_schema = key_schema_of(index.key);
  description.projection = projection_of(index);
  description.index_size_bytes = counts.bytes;
  description.item_count = counts.items;
  description.index_arn = catalog::index_arn(table.name, index.name);
  return description;
}

api::ProvisionedThroughputDescription as_of_now(api::ProvisionedThroughputDescription throughput,
                                                api::Timestamp now) {
  throughput.number_of_decreases_today = schema::decreases_today(throughput, now);
  return throughput;
}

// AWS: Backfilling is only told of an index that UpdateTable has added and that is not ready: false
// while room is made for it, true while it is filled.
api::GlobalSecondaryIndexDescription global_index(const ReadContext& context, const Table& table,
                                                  const Index& index) {
  auto description = index_description<api::GlobalSecondaryIndexDescription>(context, table, index);
  // AWS: the indexes of a table that is being restored have no status.
  if (!table.is_restored()) description.index_status = status_of(table, index);
  if (index.state == IndexState::Creating) {
    description.backfilling = table.state == TableState::Active;
  }
  description.provisioned_throughput =
      as_of_now(index.settings.provisioned_throughput, now(context));
  description.on_demand_throughput = index.settings.on_demand_throughput;
  const bool is_new = table.state == TableState::Creating;
  if (is_new && !index.settings.warm_throughput) return description;
  const auto warm = schema::warm_throughput_of(table.settings, index.settings);
  description.warm_throughput = {.read_units_per_second = warm.read_units_per_second,
                                 .write_units_per_second = warm.write_units_per_second,
                                 .status = is_new || index.state == IndexState::Creating
                                               ? api::IndexStatus::Updating
                                               : api::IndexStatus::Active};
  return description;
}

void describe_indexes(const ReadContext& context, const Table& table,
                      api::TableDescription& description) {
  std::vector<api::LocalSecondaryIndexDescription> local;
  std::vector<api::GlobalSecondaryIndexDescription> global;
  for (const auto& index : table.indexes) {
    if (index.kind == IndexKind::Local) {
      local.push_back(
          index_description<api::LocalSecondaryIndexDescription>(context, table, index));
    } else {
      global.push_back(global_index(context, table, index));
    }
  }
  if (!local.empty()) description.local_secondary_indexes = std::move(local);
  if (!global.empty()) description.global_secondary_indexes = std::move(global);
}

// AWS: of a new table, and of a new table's indexes, it tells only what was asked for.
void describe_warm_throughput(const Table& table, api::TableDescription& description) {
  const bool is_new = table.state == TableState::Creating;
  if (is_new && !table.settings.warm_throughput) return;
  const auto warm = schema::warm_throughput_of(table.settings);
  description.warm_throughput = {
      .read_units_per_second = warm.read_units_per_second,
      .write_units_per_second = warm.write_units_per_second,
      .status = is_new ? api::TableStatus::Updating : api::TableStatus::Active};
}

void describe_billing(const ReadContext& context, const Table& table,
                      api::TableDescription& description) {
  const auto& settings = table.settings;
  description.provisioned_throughput = as_of_now(settings.provisioned_throughput, now(context));
  // AWS: a table that was always provisioned has no summary, a new one no time in it.
  if (settings.last_update_to_pay_per_request) {
    auto& summary = description.billing_mode_summary.emplace();
    summary.billing_mode = settings.billing_mode;
    if (table.state != TableState::Creating) {
      summary.last_update_to_pay_per_request_date_time = settings.last_update_to_pay_per_request;
    }
  }
  description.on_demand_throughput = settings.on_demand_throughput;
  describe_warm_throughput(table, description);
}

void describe_stream(const Table& table, api::TableDescription& description) {
  const auto& stream = table.settings.stream;
  if (!stream) return;
  if (stream->is_enabled) {
    description.stream_specification = {.stream_enabled = true,
                                        .stream_view_type = stream->view_type};
  }
  description.latest_stream_label = stream->label;
  description.latest_stream_arn = catalog::stream_arn(table.name, stream->label);
}

void describe_restore(const Table& table, api::TableDescription& description) {
  const auto& restore = table.settings.restore;
  if (!restore) return;
  auto& summary = description.restore_summary.emplace();
  if (!restore->backup.empty()) {
    summary.source_backup_arn =
        backups::arn_of({.id = restore->backup, .table = restore->source_name});
  }
  summary.source_table_arn = catalog::table_arn(restore->source_name);
  summary.restore_date_time = restore->time;
  summary.restore_in_progress = true;
}

}  // namespace

api::Projection projection_of(const Index& index) {
  switch (index.projection) {
    case catalog::IndexProjection::KeysOnly:
      return {api::ProjectionType::KeysOnly, std::nullopt};
    case catalog::IndexProjection::Include:
      return {api::ProjectionType::Include, index.non_key_attributes};
    case catalog::IndexProjection::All:
      break;
  }
  return {api::ProjectionType::All, std::nullopt};
}

std::vector<api::KeySchemaElement> key_schema_of(const catalog::KeySchema& key) {
  std::vector<api::KeySchemaElement> elements;
  for (const auto& each : key.partition) elements.push_back({each.name, api::KeyType::Hash});
  for (const auto& each : key.sort) elements.push_back({each.name, api::KeyType::Range});
  return elements;
}

api::TableDescription description_of(const ReadContext& context, const Table& table) {
  const auto& settings = table.settings;
  const auto counts = context.catalog.statistics().counts_of(table.id, keys::IndexId::Base);
  api::TableDescription description;
  description.attribute_definitions = settings.attribute_definitions;
  description.table_name = table.name;
  description.key_schema = key_schema_of(table.key);
  description.table_status = status_of(table);
  description.creation_date_time = settings.creation_date_time;
  description.table_size_bytes = counts.bytes;
  description.item_count = counts.items;
  description.table_arn = catalog::table_arn(table.name);
  description.table_id = settings.table_uuid;
  description.sse_description = settings.encryption;
  description.table_class_summary = settings.table_class;
  description.deletion_protection_enabled = settings.is_deletion_protected;
  describe_billing(context, table, description);
  describe_indexes(context, table, description);
  describe_stream(table, description);
  describe_restore(table, description);
  return description;
}

}  // namespace partita::operations
