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

// Creates a table. Its status is Creating in the response and Active very soon after (DescribeTable
// shows it); items can be written from then on.
//
//   CreateTableRequest request;
//   request.table_name = "Albums";
//   request.attribute_definitions = {{"artist", ScalarAttributeType::S},
//                                    {"title", ScalarAttributeType::S}};
//   request.key_schema = {{"artist", KeyType::Hash}, {"title", KeyType::Range}};
//   request.billing_mode = BillingMode::PayPerRequest;
//
// ERRORS: ResourceInUse if there is a table of that name; Validation; LimitExceeded.
struct CreateTableRequest {
  // Required: the types of all key attributes, of the table and its indexes, and of no others.
  std::optional<std::vector<AttributeDefinition>> attribute_definitions;
  // 3 to 255 characters: letters, digits, '_', '-' and '.'.
  std::string table_name;
  // Required: the partition key and, if the table has one, the sort key behind it.
  std::optional<std::vector<KeySchemaElement>> key_schema;
  // At most 5; they need a table with a sort key, and cannot be added later.
  std::optional<std::vector<LocalSecondaryIndex>> local_secondary_indexes;
  // At most 20; UpdateTable adds and deletes more.
  std::optional<std::vector<GlobalSecondaryIndex>> global_secondary_indexes;
  // Absent: Provisioned.
  std::optional<BillingMode> billing_mode;
  // Required for Provisioned, not allowed for PayPerRequest.
  std::optional<ProvisionedThroughput> provisioned_throughput;
  // Absent: the table has no stream of its changes.
  std::optional<StreamSpecification> stream_specification;
  std::optional<SSESpecification> sse_specification;
  std::optional<std::vector<Tag>> tags;
  std::optional<TableClass> table_class;
  // True: DeleteTable is refused until UpdateTable sets it to false. Absent: false.
  std::optional<bool> deletion_protection_enabled;
  std::optional<WarmThroughput> warm_throughput;
  std::optional<OnDemandThroughput> on_demand_throughput;
  // Partita has none of these: a request that sets one is refused with Validation.
  std::optional<std::string> resource_policy;
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
