#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "partita/api/shape.h"
#include "partita/api/table_class.h"

// Parameters of global tables, which Partita does not have. They are decoded so that a request
// which uses them is refused with a message that says so. See AWS's API reference for what they
// mean.
namespace partita::api {

enum class GlobalTableSettingsReplicationMode { Enabled, Disabled, EnabledWithOverrides };
inline constexpr std::array<std::string_view, 3> kGlobalTableSettingsReplicationModeWords = {
    "ENABLED", "DISABLED", "ENABLED_WITH_OVERRIDES"};
constexpr EnumWords wire_names(GlobalTableSettingsReplicationMode) {
  return kGlobalTableSettingsReplicationModeWords;
}

enum class MultiRegionConsistency { Eventual, Strong };
inline constexpr std::array<std::string_view, 2> kMultiRegionConsistencyWords = {"EVENTUAL",
                                                                                 "STRONG"};
constexpr EnumWords wire_names(MultiRegionConsistency) { return kMultiRegionConsistencyWords; }

struct ProvisionedThroughputOverride {
  std::optional<std::int64_t> read_capacity_units;

  static constexpr auto shape() {
    using Self = ProvisionedThroughputOverride;
    return std::tuple(optional("ReadCapacityUnits", &Self::read_capacity_units, kPositive));
  }
};

struct OnDemandThroughputOverride {
  std::optional<std::int64_t> max_read_request_units;

  static constexpr auto shape() {
    using Self = OnDemandThroughputOverride;
    return std::tuple(optional("MaxReadRequestUnits", &Self::max_read_request_units));
  }
};

struct ReplicaGlobalSecondaryIndex {
  std::string index_name;
  std::optional<ProvisionedThroughputOverride> provisioned_throughput_override;
  std::optional<OnDemandThroughputOverride> on_demand_throughput_override;

  static constexpr auto shape() {
    using Self = ReplicaGlobalSecondaryIndex;
    return std::tuple(
        required("IndexName", &Self::index_name, kIndexName),
        optional("ProvisionedThroughputOverride", &Self::provisioned_throughput_override),
        optional("OnDemandThroughputOverride", &Self::on_demand_throughput_override));
  }
};

struct CreateReplicationGroupMemberAction {
  std::string region_name;
  std::optional<std::string> kms_master_key_id;
  std::optional<ProvisionedThroughputOverride> provisioned_throughput_override;
  std::optional<OnDemandThroughputOverride> on_demand_throughput_override;
  std::optional<std::vector<ReplicaGlobalSecondaryIndex>> global_secondary_indexes;
  std::optional<TableClass> table_class_override;

  static constexpr auto shape() {
    using Self = CreateReplicationGroupMemberAction;
    return std::tuple(
        required("RegionName", &Self::region_name),
        optional("KMSMasterKeyId", &Self::kms_master_key_id),
        optional("ProvisionedThroughputOverride", &Self::provisioned_throughput_override),
        optional("OnDemandThroughputOverride", &Self::on_demand_throughput_override),
        optional("GlobalSecondaryIndexes", &Self::global_secondary_indexes, Bounds{.min = 1}),
        optional("TableClassOverride", &Self::table_class_override));
  }
};

struct UpdateReplicationGroupMemberAction {
  std::string region_name;
  std::optional<std::string> kms_master_key_id;
  std::optional<ProvisionedThroughputOverride> provisioned_throughput_override;
  std::optional<OnDemandThroughputOverride> on_demand_throughput_override;
  std::optional<std::vector<ReplicaGlobalSecondaryIndex>> global_secondary_indexes;
  std::optional<TableClass> table_class_override;

  static constexpr auto shape() {
    using Self = UpdateReplicationGroupMemberAction;
    return std::tuple(
        required("RegionName", &Self::region_name),
        optional("KMSMasterKeyId", &Self::kms_master_key_id),
        optional("ProvisionedThroughputOverride", &Self::provisioned_throughput_override),
        optional("OnDemandThroughputOverride", &Self::on_demand_throughput_override),
        optional("GlobalSecondaryIndexes", &Self::global_secondary_indexes, Bounds{.min = 1}),
        optional("TableClassOverride", &Self::table_class_override));
  }
};

struct DeleteReplicationGroupMemberAction {
  std::string region_name;

  static constexpr auto shape() {
    using Self = DeleteReplicationGroupMemberAction;
    return std::tuple(required("RegionName", &Self::region_name));
  }
};

struct ReplicationGroupUpdate {
  std::optional<CreateReplicationGroupMemberAction> create;
  std::optional<UpdateReplicationGroupMemberAction> update;
  std::optional<DeleteReplicationGroupMemberAction> delete_;  // NOLINT: `delete` is a word of C++.

  static constexpr auto shape() {
    using Self = ReplicationGroupUpdate;
    return std::tuple(optional("Create", &Self::create), optional("Update", &Self::update),
                      optional("Delete", &Self::delete_));
  }
};

struct CreateGlobalTableWitnessGroupMemberAction {
  std::string region_name;

  static constexpr auto shape() {
    using Self = CreateGlobalTableWitnessGroupMemberAction;
    return std::tuple(required("RegionName", &Self::region_name));
  }
};

struct DeleteGlobalTableWitnessGroupMemberAction {
  std::string region_name;

  static constexpr auto shape() {
    using Self = DeleteGlobalTableWitnessGroupMemberAction;
    return std::tuple(required("RegionName", &Self::region_name));
  }
};

struct GlobalTableWitnessGroupUpdate {
  std::optional<CreateGlobalTableWitnessGroupMemberAction> create;
  std::optional<DeleteGlobalTableWitnessGroupMemberAction>
      delete_;  // NOLINT: `delete` is a word of C++.

  static constexpr auto shape() {
    using Self = GlobalTableWitnessGroupUpdate;
    return std::tuple(optional("Create", &Self::create), optional("Delete", &Self::delete_));
  }
};

}  // namespace partita::api
