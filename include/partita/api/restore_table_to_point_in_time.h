#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/encryption.h"
#include "partita/api/index_definition.h"
#include "partita/api/shape.h"
#include "partita/api/table_description.h"
#include "partita/api/throughput.h"
#include "partita/api/timestamp.h"

namespace partita::api {

// Creates a new table with the items that another table had at a moment of its past. The response
// comes at once; the new table is Creating until it has all items. The source must have
// point-in-time recovery (UpdateContinuousBackups) and is not changed. Keys and local indexes are
// those of the source; streams, expiry, tags and recovery of the new table are off.
// ERRORS: TableNotFound; PointInTimeRecoveryUnavailable if the source has no recovery;
// InvalidRestoreTime if the moment lies outside of what DescribeContinuousBackups shows;
// TableAlreadyExists; TableInUse; LimitExceeded if too many restores are going on; Validation.
struct RestoreTableToPointInTimeRequest {
  // The source: exactly one of the two.
  std::optional<std::string> source_table_arn;
  std::optional<std::string> source_table_name;
  std::string target_table_name;
  // The moment: exactly one of the two. The latest restorable time is five minutes ago.
  std::optional<bool> use_latest_restorable_time;
  std::optional<Timestamp> restore_date_time;
  // Settings that differ from those of the source. Indexes can be left out, not added.
  std::optional<BillingMode> billing_mode_override;
  std::optional<std::vector<GlobalSecondaryIndex>> global_secondary_index_override;
  std::optional<std::vector<LocalSecondaryIndex>> local_secondary_index_override;
  std::optional<ProvisionedThroughput> provisioned_throughput_override;
  std::optional<OnDemandThroughput> on_demand_throughput_override;
  std::optional<SSESpecification> sse_specification_override;

  static constexpr auto shape() {
    using Self = RestoreTableToPointInTimeRequest;
    return std::tuple(
        optional("SourceTableArn", &Self::source_table_arn, Bounds{.min = 1, .max = 1024}),
        optional("SourceTableName", &Self::source_table_name, kTableName),
        required("TargetTableName", &Self::target_table_name, kTableName),
        optional("UseLatestRestorableTime", &Self::use_latest_restorable_time),
        optional("RestoreDateTime", &Self::restore_date_time),
        optional("BillingModeOverride", &Self::billing_mode_override),
        optional("GlobalSecondaryIndexOverride", &Self::global_secondary_index_override),
        optional("LocalSecondaryIndexOverride", &Self::local_secondary_index_override),
        optional("ProvisionedThroughputOverride", &Self::provisioned_throughput_override),
        optional("OnDemandThroughputOverride", &Self::on_demand_throughput_override),
        optional("SSESpecificationOverride", &Self::sse_specification_override));
  }
};

struct RestoreTableToPointInTimeResponse {
  std::optional<TableDescription> table_description;

  static constexpr auto shape() {
    using Self = RestoreTableToPointInTimeResponse;
    return std::tuple(optional("TableDescription", &Self::table_description));
  }
};

}  // namespace partita::api
