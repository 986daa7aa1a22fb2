#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "partita/api/describe_time_to_live.h"
#include "partita/api/encryption.h"
#include "partita/api/index_definition.h"
#include "partita/api/key_schema.h"
#include "partita/api/shape.h"
#include "partita/api/stream_specification.h"
#include "partita/api/throughput.h"
#include "partita/api/timestamp.h"

// What the answers of the operations on backups have in common.
namespace partita::api {

enum class BackupStatus { Creating, Deleted, Available };
inline constexpr std::array<std::string_view, 3> kBackupStatusWords = {"CREATING", "DELETED",
                                                                       "AVAILABLE"};
constexpr EnumWords wire_names(BackupStatus) { return kBackupStatusWords; }

// System: left by a table with recovery that was deleted.
enum class BackupType { User, System, AwsBackup };
inline constexpr std::array<std::string_view, 3> kBackupTypeWords = {"USER", "SYSTEM",
                                                                     "AWS_BACKUP"};
constexpr EnumWords wire_names(BackupType) { return kBackupTypeWords; }

inline constexpr Bounds kBackupArn{.min = 37, .max = 1024};
inline constexpr Bounds kBackupName{.min = 3, .max = 255, .pattern = NamePattern::Name};

struct BackupDetails {
  std::optional<std::string> backup_arn;
  std::optional<std::string> backup_name;
  std::optional<std::int64_t> backup_size_bytes;
  std::optional<BackupStatus> backup_status;
  std::optional<BackupType> backup_type;
  std::optional<Timestamp> backup_creation_date_time;
  std::optional<Timestamp> backup_expiry_date_time;

  static constexpr auto shape() {
    using Self = BackupDetails;
    return std::tuple(
        optional("BackupArn", &Self::backup_arn), optional("BackupName", &Self::backup_name),
        optional("BackupSizeBytes", &Self::backup_size_bytes),
        optional("BackupStatus", &Self::backup_status), optional("BackupType", &Self::backup_type),
        optional("BackupCreationDateTime", &Self::backup_creation_date_time),
        optional("BackupExpiryDateTime", &Self::backup_expiry_date_time));
  }
};

struct SourceTableDetails {
  std::optional<std::string> table_name;
  std::optional<std::string> table_id;
  std::optional<std::string> table_arn;
  std::optional<std::int64_t> table_size_bytes;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<Timestamp> table_creation_date_time;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<std::int64_t> item_count;
  std::optional<BillingMode> billing_mode;

  static constexpr auto shape() {
    using Self = SourceTableDetails;
    return std::tuple(
        optional("TableName", &Self::table_name), optional("TableId", &Self::table_id),
        optional("TableArn", &Self::table_arn), optional("TableSizeBytes", &Self::table_size_bytes),
        optional("KeySchema", &Self::key_schema),
        optional("TableCreationDateTime", &Self::table_creation_date_time),
        optional("ProvisionedThroughput", &Self::provisioned_throughput),
        optional("OnDemandThroughput", &Self::on_demand_throughput),
        optional("ItemCount", &Self::item_count), optional("BillingMode", &Self::billing_mode));
  }
};

struct LocalSecondaryIndexInfo {
  std::optional<std::string> index_name;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<Projection> projection;

  static constexpr auto shape() {
    using Self = LocalSecondaryIndexInfo;
    return std::tuple(optional("IndexName", &Self::index_name),
                      optional("KeySchema", &Self::key_schema),
                      optional("Projection", &Self::projection));
  }
};

struct GlobalSecondaryIndexInfo {
  std::optional<std::string> index_name;
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<Projection> projection;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;

  static constexpr auto shape() {
    using Self = GlobalSecondaryIndexInfo;
    return std::tuple(optional("IndexName", &Self::index_name),
                      optional("KeySchema", &Self::key_schema),
                      optional("Projection", &Self::projection),
                      optional("ProvisionedThroughput", &Self::provisioned_throughput),
                      optional("OnDemandThroughput", &Self::on_demand_throughput));
  }
};

struct SourceTableFeatureDetails {
  std::optional<std::vector<LocalSecondaryIndexInfo>> local_secondary_indexes;
  std::optional<std::vector<GlobalSecondaryIndexInfo>> global_secondary_indexes;
  std::optional<StreamSpecification> stream_description;
  std::optional<TimeToLiveDescription> time_to_live_description;
  std::optional<SSEDescription> sse_description;

  static constexpr auto shape() {
    using Self = SourceTableFeatureDetails;
    return std::tuple(optional("LocalSecondaryIndexes", &Self::local_secondary_indexes),
                      optional("GlobalSecondaryIndexes", &Self::global_secondary_indexes),
                      optional("StreamDescription", &Self::stream_description),
                      optional("TimeToLiveDescription", &Self::time_to_live_description),
                      optional("SSEDescription", &Self::sse_description));
  }
};

// A backup and the table that it was made of, as it was then.
struct BackupDescription {
  std::optional<BackupDetails> backup_details;
  std::optional<SourceTableDetails> source_table_details;
  std::optional<SourceTableFeatureDetails> source_table_feature_details;

  static constexpr auto shape() {
    using Self = BackupDescription;
    return std::tuple(optional("BackupDetails", &Self::backup_details),
                      optional("SourceTableDetails", &Self::source_table_details),
                      optional("SourceTableFeatureDetails", &Self::source_table_feature_details));
  }
};

}  // namespace partita::api
