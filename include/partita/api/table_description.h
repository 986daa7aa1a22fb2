#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "partita/api/encryption.h"
#include "partita/api/index_definition.h"
#include "partita/api/index_description.h"
#include "partita/api/key_schema.h"
#include "partita/api/shape.h"
#include "partita/api/stream_specification.h"
#include "partita/api/table_class.h"
#include "partita/api/throughput.h"
#include "partita/api/timestamp.h"

// The description of a table in responses. Members for what Partita does not have (replicas,
// archives, vector indexes) are left out, because they would always be absent.
namespace partita::api {

// Partita sets the first four. Items can be read and written while a table is Active or Updating.
enum class TableStatus {
  Creating,
  Updating,
  Deleting,
  Active,
  InaccessibleEncryptionCredentials,
  Archiving,
  Archived,
  ReplicationNotAuthorized
};
inline constexpr std::array<std::string_view, 8> kTableStatusWords = {
    "CREATING",
    "UPDATING",
    "DELETING",
    "ACTIVE",
    "INACCESSIBLE_ENCRYPTION_CREDENTIALS",
    "ARCHIVING",
    "ARCHIVED",
    "REPLICATION_NOT_AUTHORIZED"};
constexpr EnumWords wire_names(TableStatus) { return kTableStatusWords; }

// How the table is billed, and when it was last switched to PayPerRequest.
struct BillingModeSummary {
  std::optional<BillingMode> billing_mode;
  std::optional<Timestamp> last_update_to_pay_per_request_date_time;

  static constexpr auto shape() {
    using Self = BillingModeSummary;
    return std::tuple(optional("BillingMode", &Self::billing_mode),
                      optional("LastUpdateToPayPerRequestDateTime",
                               &Self::last_update_to_pay_per_request_date_time));
  }
};

// As WarmThroughput (throughput.h).
struct TableWarmThroughputDescription {
  std::optional<std::int64_t> read_units_per_second;
  std::optional<std::int64_t> write_units_per_second;
  std::optional<TableStatus> status;

  static constexpr auto shape() {
    using Self = TableWarmThroughputDescription;
    return std::tuple(optional("ReadUnitsPerSecond", &Self::read_units_per_second),
                      optional("WriteUnitsPerSecond", &Self::write_units_per_second),
                      optional("Status", &Self::status));
  }
};

// What a table is being restored from. Present only while the restore goes on.
struct RestoreSummary {
  std::optional<std::string> source_backup_arn;
  std::optional<std::string> source_table_arn;
  std::optional<Timestamp> restore_date_time;
  std::optional<bool> restore_in_progress;

  static constexpr auto shape() {
    using Self = RestoreSummary;
    return std::tuple(optional("SourceBackupArn", &Self::source_backup_arn),
                      optional("SourceTableArn", &Self::source_table_arn),
                      optional("RestoreDateTime", &Self::restore_date_time),
                      optional("RestoreInProgress", &Self::restore_in_progress));
  }
};

// A table at the moment of the response. Members without a comment are as they were set by
// CreateTable and UpdateTable.
struct TableDescription {
  std::optional<std::vector<AttributeDefinition>> attribute_definitions;
  std::optional<std::string> table_name;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<TableStatus> table_status;
  std::optional<Timestamp> creation_date_time;
  std::optional<ProvisionedThroughputDescription> provisioned_throughput;
  // The total size of all items, as DynamoDB counts it (value/measure.h), and their number. Both
  // are updated with every write.
  std::optional<std::int64_t> table_size_bytes;
  std::optional<std::int64_t> item_count;
  // Always of the region us-east-1 and the account 000000000000.
  std::optional<std::string> table_arn;
  // A UUID: a table that is created again under the same name has another one.
  std::optional<std::string> table_id;
  std::optional<BillingModeSummary> billing_mode_summary;
  std::optional<std::vector<LocalSecondaryIndexDescription>> local_secondary_indexes;
  std::optional<std::vector<GlobalSecondaryIndexDescription>> global_secondary_indexes;
  std::optional<StreamSpecification> stream_specification;
  // Of the stream that the table has, or had last.
  std::optional<std::string> latest_stream_label;
  std::optional<std::string> latest_stream_arn;
  std::optional<RestoreSummary> restore_summary;
  std::optional<SSEDescription> sse_description;
  std::optional<TableClassSummary> table_class_summary;
  std::optional<bool> deletion_protection_enabled;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<TableWarmThroughputDescription> warm_throughput;

  static constexpr auto shape() {
    using Self = TableDescription;
    return std::tuple(optional("AttributeDefinitions", &Self::attribute_definitions),
                      optional("TableName", &Self::table_name),
                      optional("KeySchema", &Self::key_schema),
                      optional("TableStatus", &Self::table_status),
                      optional("CreationDateTime", &Self::creation_date_time),
                      optional("ProvisionedThroughput", &Self::provisioned_throughput),
                      optional("TableSizeBytes", &Self::table_size_bytes),
                      optional("ItemCount", &Self::item_count),
                      optional("TableArn", &Self::table_arn), optional("TableId", &Self::table_id),
                      optional("BillingModeSummary", &Self::billing_mode_summary),
                      optional("LocalSecondaryIndexes", &Self::local_secondary_indexes),
                      optional("GlobalSecondaryIndexes", &Self::global_secondary_indexes),
                      optional("StreamSpecification", &Self::stream_specification),
                      optional("LatestStreamLabel", &Self::latest_stream_label),
                      optional("LatestStreamArn", &Self::latest_stream_arn),
                      optional("RestoreSummary", &Self::restore_summary),
                      optional("SSEDescription", &Self::sse_description),
                      optional("TableClassSummary", &Self::table_class_summary),
                      optional("DeletionProtectionEnabled", &Self::deletion_protection_enabled),
                      optional("OnDemandThroughput", &Self::on_demand_throughput),
                      optional("WarmThroughput", &Self::warm_throughput));
  }
};

}  // namespace partita::api
