#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/index_definition.h"
#include "partita/api/shape.h"

namespace partita::api {

// Changes the throughput of an index.
struct UpdateGlobalSecondaryIndexAction {
  std::string index_name;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<WarmThroughput> warm_throughput;

  static constexpr auto shape() {
    using Self = UpdateGlobalSecondaryIndexAction;
    return std::tuple(required("IndexName", &Self::index_name, kIndexName),
                      optional("ProvisionedThroughput", &Self::provisioned_throughput),
                      optional("OnDemandThroughput", &Self::on_demand_throughput),
                      optional("WarmThroughput", &Self::warm_throughput));
  }
};

// Adds an index. It is filled from the items that are there already while the table is in use.
// Members mean the same as in GlobalSecondaryIndex.
struct CreateGlobalSecondaryIndexAction {
  std::string index_name;
  std::vector<KeySchemaElement> key_schema;
  Projection projection;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<WarmThroughput> warm_throughput;

  static constexpr auto shape() {
    using Self = CreateGlobalSecondaryIndexAction;
    return std::tuple(required("IndexName", &Self::index_name, kIndexName),
                      required("KeySchema", &Self::key_schema, Bounds{.min = 1}),
                      required("Projection", &Self::projection),
                      optional("ProvisionedThroughput", &Self::provisioned_throughput),
                      optional("OnDemandThroughput", &Self::on_demand_throughput),
                      optional("WarmThroughput", &Self::warm_throughput));
  }
};

// Deletes an index. It cannot be read from then on; its entries are erased in the background.
struct DeleteGlobalSecondaryIndexAction {
  std::string index_name;

  static constexpr auto shape() {
    using Self = DeleteGlobalSecondaryIndexAction;
    return std::tuple(required("IndexName", &Self::index_name, kIndexName));
  }
};

// One change of one index: exactly one of the three is set.
struct GlobalSecondaryIndexUpdate {
  std::optional<UpdateGlobalSecondaryIndexAction> update;
  std::optional<CreateGlobalSecondaryIndexAction> create;
  std::optional<DeleteGlobalSecondaryIndexAction> delete_;  // NOLINT: `delete` is a word of C++.

  static constexpr auto shape() {
    using Self = GlobalSecondaryIndexUpdate;
    return std::tuple(optional("Update", &Self::update), optional("Create", &Self::create),
                      optional("Delete", &Self::delete_));
  }
};

}  // namespace partita::api
