#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "partita/api/index_definition.h"
#include "partita/api/replication.h"
#include "partita/api/shape.h"
#include "partita/api/table_description.h"
#include "partita/api/tag.h"
#include "partita/api/vector_index.h"

namespace partita::api {

// Makes a table, which is CREATING in the answer and ACTIVE soon after: DescribeTable tells.
//
//   request.table_name = "Albums";
//   request.attribute_definitions = {{"artist", ScalarAttributeType::S}};
//   request.key_schema = {{"artist", KeyType::Hash}};
//   request.billing_mode = BillingMode::PayPerRequest;
//
// ERRORS: ResourceInUse if there is one of that name; Validation; LimitExceeded.
struct CreateTableRequest {
  // The types of all key attributes, of the table and its indexes, and no others.
  std::optional<std::vector<AttributeDefinition>> attribute_definitions;
  std::string table_name;
  // The partition key and, if there is one, the sort key.
  std::optional<std::vector<KeySchemaElement>> key_schema;
  std::optional<std::vector<LocalSecondaryIndex>> local_secondary_indexes;
  std::optional<std::vector<GlobalSecondaryIndex>> global_secondary_indexes;
  std::optional<BillingMode> billing_mode;
  std::optional<ProvisionedThroughput> provisioned_throughput;
  std::optional<StreamSpecification> stream_specification;
  std::optional<SSESpecification> sse_specification;
  std::optional<std::vector<Tag>> tags;
  std::optional<TableClass> table_class;
  std::optional<bool> deletion_protection_enabled;
  std::optional<WarmThroughput> warm_throughput;
  std::optional<std::string> resource_policy;
  std::optional<OnDemandThroughput> on_demand_throughput;
  std::optional<std::string> global_table_source_arn;
  std::optional<GlobalTableSettingsReplicationMode> global_table_settings_replication_mode;
  std::optional<std::vector<VectorIndex>> vector_indexes;

  static constexpr auto shape() {
    using Self = CreateTableRequest;
    return std::tuple(
        required("TableName", &Self::table_name, kTableName).if_absent(kNoTableName),
        optional("KeySchema", &Self::key_schema, kTableKeySchema).told_last(),
        optional("AttributeDefinitions", &Self::attribute_definitions),
        optional("GlobalSecondaryIndexes", &Self::global_secondary_indexes),
        optional("LocalSecondaryIndexes", &Self::local_secondary_indexes),
        optional("BillingMode", &Self::billing_mode),
        optional("ProvisionedThroughput", &Self::provisioned_throughput),
        optional("StreamSpecification", &Self::stream_specification),
        optional("SSESpecification", &Self::sse_specification), optional("Tags", &Self::tags),
        optional("TableClass", &Self::table_class),
        optional("DeletionProtectionEnabled", &Self::deletion_protection_enabled),
        optional("WarmThroughput", &Self::warm_throughput),
        optional("ResourcePolicy", &Self::resource_policy),
        optional("OnDemandThroughput", &Self::on_demand_throughput),
        optional("GlobalTableSourceArn", &Self::global_table_source_arn, kTableNameOrArn),
        optional("GlobalTableSettingsReplicationMode",
                 &Self::global_table_settings_replication_mode),
        optional("VectorIndexes", &Self::vector_indexes));
  }
};

struct CreateTableResponse {
  std::optional<TableDescription> table_description;

  static constexpr auto shape() {
    using Self = CreateTableResponse;
    return std::tuple(optional("TableDescription", &Self::table_description));
  }
};

}  // namespace partita::api
