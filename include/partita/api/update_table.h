#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/index_update.h"
#include "partita/api/replication.h"
#include "partita/api/shape.h"
#include "partita/api/table_description.h"
#include "partita/api/vector_index.h"

namespace partita::api {

// Changes a table while it is in use: its billing, a global secondary index, its stream, its
// protection. What is absent stays as it is. A request adds or deletes one index at most; the new
// index is Creating until the items that are there already are in it, and cannot be read before.
// ERRORS: ResourceNotFound; ResourceInUse while another change is going on; LimitExceeded if more
// than one index is added or deleted; Validation, also if nothing would change.
struct UpdateTableRequest {
  // The types of the key attributes of a new index; others may be repeated.
  std::optional<std::vector<AttributeDefinition>> attribute_definitions;
  std::string table_name;
  std::optional<BillingMode> billing_mode;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<std::vector<GlobalSecondaryIndexUpdate>> global_secondary_index_updates;
  std::optional<StreamSpecification> stream_specification;
  std::optional<SSESpecification> sse_specification;
  std::optional<TableClass> table_class;
  std::optional<bool> deletion_protection_enabled;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<WarmThroughput> warm_throughput;
  // Partita has neither replicas nor vector indexes: a request that sets one of these is refused
  // with Validation.
  std::optional<std::vector<ReplicationGroupUpdate>> replica_updates;
  std::optional<MultiRegionConsistency> multi_region_consistency;
  std::optional<std::vector<GlobalTableWitnessGroupUpdate>> global_table_witness_updates;
  std::optional<GlobalTableSettingsReplicationMode> global_table_settings_replication_mode;
  std::optional<std::vector<VectorIndexUpdate>> vector_index_updates;

  static constexpr auto shape() {
    using Self = UpdateTableRequest;
    return std::tuple(
        optional("AttributeDefinitions", &Self::attribute_definitions),
        required("TableName", &Self::table_name, kTableNameOrArn).if_absent(kNoTableName),
        optional("BillingMode", &Self::billing_mode),
        optional("ProvisionedThroughput", &Self::provisioned_throughput),
        optional("GlobalSecondaryIndexUpdates", &Self::global_secondary_index_updates),
        optional("StreamSpecification", &Self::stream_specification),
        optional("SSESpecification", &Self::sse_specification),
        optional("ReplicaUpdates", &Self::replica_updates, Bounds{.min = 1}),
        optional("TableClass", &Self::table_class),
        optional("DeletionProtectionEnabled", &Self::deletion_protection_enabled),
        optional("MultiRegionConsistency", &Self::multi_region_consistency),
        optional("GlobalTableWitnessUpdates", &Self::global_table_witness_updates,
                 Bounds{.min = 1, .max = 1}),
        optional("OnDemandThroughput", &Self::on_demand_throughput),
        optional("WarmThroughput", &Self::warm_throughput),
        optional("GlobalTableSettingsReplicationMode",
                 &Self::global_table_settings_replication_mode),
        optional("VectorIndexUpdates", &Self::vector_index_updates));
  }
};

// The table as it is while the change goes on: DescribeTable shows when it is Active again.
struct UpdateTableResponse {
  std::optional<TableDescription> table_description;

  static constexpr auto shape() {
    using Self = UpdateTableResponse;
    return std::tuple(optional("TableDescription", &Self::table_description));
  }
};

}  // namespace partita::api
