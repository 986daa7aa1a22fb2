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

// Makes a new table of what another one had at a moment of its past. The answer comes at once; the
// table is CREATING until all of it is there.
// ERRORS: TableNotFound, PointInTimeRecoveryUnavailable, InvalidRestoreTime, TableAlreadyExists,
// TableInUse, LimitExceeded, Validation.
struct RestoreTableToPointInTimeRequest {
  // Exactly one of these two.
  std::optional<std::string> source_table_arn;
  std::optional<std::string> source_table_name;
  std::string target_table_name;
  // Exactly one of these two.
  std::optional<bool> use_latest_restorable_time;
  std::optional<Timestamp> restore_date_time;
  // What is to be other than it is in the source.
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
