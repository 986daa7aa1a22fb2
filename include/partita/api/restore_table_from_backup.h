#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/backup_description.h"
#include "partita/api/encryption.h"
#include "partita/api/index_definition.h"
#include "partita/api/shape.h"
#include "partita/api/table_description.h"
#include "partita/api/throughput.h"

namespace partita::api {

// Makes a new table of what is in a backup. The answer comes at once; the table is CREATING until
// all of it is there. ERRORS: BackupNotFound, BackupInUse, TableAlreadyExists, TableInUse,
// LimitExceeded, AccessDenied, Validation.
struct RestoreTableFromBackupRequest {
  std::string target_table_name;
  std::string backup_arn;
  // What is to be other than it was in the table of the backup.
  std::optional<BillingMode> billing_mode_override;
  std::optional<std::vector<GlobalSecondaryIndex>> global_secondary_index_override;
  std::optional<std::vector<LocalSecondaryIndex>> local_secondary_index_override;
  std::optional<ProvisionedThroughput> provisioned_throughput_override;
  std::optional<OnDemandThroughput> on_demand_throughput_override;
  std::optional<SSESpecification> sse_specification_override;

  static constexpr auto shape() {
    using Self = RestoreTableFromBackupRequest;
    return std::tuple(
        required("TargetTableName", &Self::target_table_name, kTableName),
        required("BackupArn", &Self::backup_arn, kBackupArn),
        optional("BillingModeOverride", &Self::billing_mode_override),
        optional("GlobalSecondaryIndexOverride", &Self::global_secondary_index_override),
        optional("LocalSecondaryIndexOverride", &Self::local_secondary_index_override),
        optional("ProvisionedThroughputOverride", &Self::provisioned_throughput_override),
        optional("OnDemandThroughputOverride", &Self::on_demand_throughput_override),
        optional("SSESpecificationOverride", &Self::sse_specification_override));
  }
};

struct RestoreTableFromBackupResponse {
  std::optional<TableDescription> table_description;

  static constexpr auto shape() {
    using Self = RestoreTableFromBackupResponse;
    return std::tuple(optional("TableDescription", &Self::table_description));
  }
};

}  // namespace partita::api
