#include "dynamodb/operations/update_table.h"

#include <gtest/gtest.h>

#include "unit/dynamodb/operations/table_fixture.h"

namespace partita::operations {
namespace {

using api::BillingMode;

const std::string kInvalid = "One or more parameter values were invalid: ";
const std::string kUpdateInUse = "Attempt to change a resource which is still in use: ";

class UpdateTable : public TableFixture {
 protected:
  std::string refusal(const api::UpdateTableRequest& request,
                      api::Exception expected = api::Exception::Validation) {
    return error_of(change(request), expected);
  }
  void accept(const api::UpdateTableRequest& request) {
    const auto changed = change(request);
    ASSERT_TRUE(changed.ok()) << changed.error().to_string();
  }
  void create_with_index(api::CreateTableRequest request) {
    add_index(request, "index", "a");
    if (request.provisioned_throughput) {
      request.global_secondary_indexes->front().provisioned_throughput = {2, 2};
    }
    const auto created = create(request);
    ASSERT_TRUE(created.ok()) << created.error().to_string();
  }
  static api::UpdateTableRequest index_update(api::UpdateGlobalSecondaryIndexAction action) {
    auto request = update();
    request.global_secondary_index_updates = {{.update = std::move(action)}};
    return request;
  }
  static api::UpdateTableRequest units(std::int64_t read, std::int64_t write) {
    auto request = update();
    request.provisioned_throughput = {read, write};
    return request;
  }
  static api::UpdateTableRequest stream(bool enabled) {
    auto request = update();
    request.stream_specification = {.stream_enabled = enabled};
    if (enabled) request.stream_specification->stream_view_type = api::StreamViewType::KeysOnly;
    return request;
  }
};

TEST_F(UpdateTable, WantsSomethingToChange) {
  const std::string expected =
      "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
      "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, "
      "ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, "
      "OnDemandThroughput, WarmThroughput or TableClass is required";
  EXPECT_EQ(refusal(update("nothing")), expected) << "before the table is looked for";
  auto request = update();
  request.global_secondary_index_updates.emplace();
  EXPECT_EQ(refusal(request), expected);
  request.deletion_protection_enabled = true;
  EXPECT_EQ(refusal(request), kInvalid + "List of GlobalSecondaryIndexUpdates is empty");
}

TEST_F(UpdateTable, NamesAMissingTable) {
  EXPECT_EQ(refusal(units(1, 1), api::Exception::ResourceNotFound),
            "Requested resource not found: Table: orders not found");
}

TEST_F(UpdateTable, SaysWhatPartitaDoesNotHave) {
  auto request = update();
  request.replica_updates.emplace();
  EXPECT_EQ(refusal(request), kInvalid + "ReplicaUpdates is not supported by Partita");
}

TEST_F(UpdateTable, ChangesOneThingAtATime) {
  auto request = update();
  request.deletion_protection_enabled = true;
  request.sse_specification = {.enabled = true};
  EXPECT_EQ(
      refusal(request),
      kInvalid + "Server-Side Encryption modification must be the only operation in the request");
  request.sse_specification.reset();
  request.table_class = api::TableClass::Standard;
  EXPECT_EQ(refusal(request),
            kInvalid + "TableClass modification must be the only operation in the request");
  request.table_class.reset();
  request.billing_mode = BillingMode::PayPerRequest;
  EXPECT_EQ(refusal(request),
            kInvalid + "DeletionProtection modification must be the only operation in the request");
  request.deletion_protection_enabled.reset();
  request.warm_throughput = {.read_units_per_second = 13'000};
  EXPECT_EQ(refusal(request),
            kInvalid + "WarmThroughput must be the only operation in the request");
}

TEST_F(UpdateTable, CombinesFewThings) {
  auto request = stream(true);
  request.on_demand_throughput = {.max_read_request_units = 5};
  EXPECT_EQ(refusal(request), kInvalid +
                                  "OnDemandThroughput can only be combined with BillingMode in an "
                                  "UpdateTable request");
  request = stream(true);
  request.provisioned_throughput = {1, 1};
  EXPECT_EQ(refusal(request),
            kInvalid + "You cannot modify stream status while updating table IOPS");
  request = index_creation("index", "a");
  request.provisioned_throughput = {1, 1};
  EXPECT_EQ(refusal(request),
            kInvalid + "You cannot create or delete index while updating table IOPS");
  request = index_creation("index", "a");
  request.stream_specification = stream(true).stream_specification;
  EXPECT_EQ(refusal(request),
            kInvalid + "You cannot create or delete index while changing stream status");
  request = index_creation("index", "a");
  request.warm_throughput = {.read_units_per_second = 13'000};
  EXPECT_EQ(refusal(request), kInvalid +
                                  "Create global secondary index cannot be specified when updating "
                                  "WarmThroughput");
}

TEST_F(UpdateTable, RaisesAndLowersUnits) {
  ASSERT_TRUE(create(provisioned(5)).ok());
  const auto changed = change(units(10, 5));
  ASSERT_TRUE(changed.ok());
  EXPECT_EQ(changed->table_status, api::TableStatus::Updating);
  EXPECT_EQ(changed->provisioned_throughput->read_capacity_units, 5) << "as it was";
  clock_.advance(std::chrono::seconds(60));
  accept(units(1, 5));
  const auto table = *describe();
  EXPECT_EQ(table.table_status, api::TableStatus::Active);
  EXPECT_EQ(table.provisioned_throughput->read_capacity_units, 1);
  EXPECT_EQ(table.provisioned_throughput->number_of_decreases_today, 1);
  EXPECT_EQ(table.provisioned_throughput->last_increase_date_time->seconds, 1'800'000'000);
  EXPECT_EQ(table.provisioned_throughput->last_decrease_date_time->seconds, 1'800'000'060);
  EXPECT_EQ(table.warm_throughput->read_units_per_second, 10) << "never falls";
  clock_.advance(std::chrono::hours(24));
  EXPECT_EQ(describe()->provisioned_throughput->number_of_decreases_today, 0);
}

TEST_F(UpdateTable, RefusesTheUnitsThatThereAre) {
  ASSERT_TRUE(create(provisioned(5)).ok());
  EXPECT_EQ(refusal(units(5, 5)),
            "The provisioned throughput for the table will not change. The requested value equals "
            "the current value. Current ReadCapacityUnits provisioned for the table: 5. Requested "
            "ReadCapacityUnits: 5. Current WriteCapacityUnits provisioned for the table: 5. "
            "Requested WriteCapacityUnits: 5. Refer to the Amazon DynamoDB Developer Guide for "
            "current limits and how to request higher limits.");
}

TEST_F(UpdateTable, SwitchesTheBillingMode) {
  create_with_index(provisioned(5));
  auto request = update();
  request.billing_mode = BillingMode::PayPerRequest;
  accept(request);
  auto table = *describe();
  EXPECT_EQ(table.billing_mode_summary->billing_mode, BillingMode::PayPerRequest);
  EXPECT_EQ(table.provisioned_throughput->read_capacity_units, 0);
  EXPECT_EQ(table.global_secondary_indexes->front().provisioned_throughput->read_capacity_units, 0);
  EXPECT_EQ(table.warm_throughput->read_units_per_second, 12'000);

  request.on_demand_throughput = {.max_read_request_units = 9};
  accept(request);
  EXPECT_EQ(describe()->on_demand_throughput->max_read_request_units, 9);

  request = units(3, 4);
  EXPECT_EQ(refusal(request), kInvalid +
                                  "Neither ReadCapacityUnits nor WriteCapacityUnits can be "
                                  "specified when BillingMode is PAY_PER_REQUEST");
  request.billing_mode = BillingMode::Provisioned;
  EXPECT_EQ(refusal(request),
            kInvalid + "ProvisionedThroughput must be specified for index: index");
  request.global_secondary_index_updates = {
      {.update = api::UpdateGlobalSecondaryIndexAction{
           .index_name = "index", .provisioned_throughput = api::ProvisionedThroughput{6, 7}}}};
  accept(request);
  table = *describe();
  EXPECT_EQ(table.billing_mode_summary->billing_mode, BillingMode::Provisioned);
  EXPECT_EQ(table.provisioned_throughput->write_capacity_units, 4);
  EXPECT_EQ(table.global_secondary_indexes->front().provisioned_throughput->write_capacity_units,
            7);
  EXPECT_FALSE(table.on_demand_throughput) << "dropped with the switch";
  EXPECT_EQ(table.warm_throughput->read_units_per_second, 12'000);
}

TEST_F(UpdateTable, WantsUnitsForProvisionedBillingOnly) {
  ASSERT_TRUE(create(simple()).ok());
  auto request = update();
  request.billing_mode = BillingMode::Provisioned;
  EXPECT_EQ(refusal(request),
            kInvalid + "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
  request = units(1, 1);
  request.billing_mode = BillingMode::PayPerRequest;
  EXPECT_EQ(refusal(request), kInvalid +
                                  "ProvisionedThroughput cannot be specified when BillingMode is "
                                  "PAY_PER_REQUEST");
}

TEST_F(UpdateTable, OnlyRaisesWarmThroughput) {
  ASSERT_TRUE(create(simple()).ok());
  auto request = update();
  request.warm_throughput = {.read_units_per_second = 100};
  EXPECT_EQ(refusal(request), kInvalid +
                                  "Requested ReadUnitsPerSecond for WarmThroughput for table is "
                                  "lower than current WarmThroughput, decreasing WarmThroughput is "
                                  "not supported");
  request.warm_throughput = {.read_units_per_second = 13'000};
  accept(request);
  EXPECT_EQ(describe()->warm_throughput->read_units_per_second, 13'000);
  EXPECT_EQ(describe()->warm_throughput->write_units_per_second, 4'000);
}

TEST_F(UpdateTable, SwitchesTheStream) {
  ASSERT_TRUE(create(simple()).ok());
  EXPECT_EQ(refusal(stream(false)), "Table has no stream to disable: TableName: orders");
  accept(stream(true));
  const auto label = *describe()->latest_stream_label;
  EXPECT_EQ(refusal(stream(true)), "Table already has an enabled stream: TableName: orders");
  clock_.advance(std::chrono::seconds(1));
  accept(stream(false));
  EXPECT_FALSE(describe()->stream_specification);
  EXPECT_EQ(describe()->latest_stream_label, label);
  accept(stream(true));
  EXPECT_NE(describe()->latest_stream_label, label);
  auto request = stream(true);
  request.stream_specification->stream_view_type.reset();
  EXPECT_EQ(refusal(request),
            kInvalid + "If stream is being enabled then UpdateViewType is required");
}

TEST_F(UpdateTable, ChangesEncryption) {
  ASSERT_TRUE(create(simple()).ok());
  auto request = update();
  request.sse_specification = {.enabled = false};
  EXPECT_EQ(refusal(request), kInvalid + "Table is already encrypted by default");
  request.sse_specification = {.enabled = true};
  accept(request);
  EXPECT_EQ(describe()->sse_description->status, api::SSEStatus::Enabled);
  EXPECT_NE(refusal(request).find("Table is already encrypted with given KMSMasterKeyId"),
            std::string::npos);
}

TEST_F(UpdateTable, ChangesClassAndProtection) {
  ASSERT_TRUE(create(simple()).ok());
  auto request = update();
  request.table_class = api::TableClass::StandardInfrequentAccess;
  accept(request);
  EXPECT_EQ(describe()->table_class_summary->table_class,
            api::TableClass::StandardInfrequentAccess);
  request = update();
  request.deletion_protection_enabled = true;
  EXPECT_EQ(change(request)->table_status, api::TableStatus::Active);
  EXPECT_EQ(describe()->deletion_protection_enabled, true);
}

TEST_F(UpdateTable, ChecksEachIndexUpdate) {
  ASSERT_TRUE(create(simple()).ok());
  auto request = update();
  request.global_secondary_index_updates = {api::GlobalSecondaryIndexUpdate{}};
  EXPECT_EQ(refusal(request), kInvalid +
                                  "One of GlobalSecondaryIndexUpdate.Update, "
                                  "GlobalSecondaryIndexUpdate.Create, "
                                  "GlobalSecondaryIndexUpdate.Delete must not be null");
  request = index_creation("index", "a");
  request.global_secondary_index_updates->front().delete_ = {.index_name = "index"};
  EXPECT_EQ(refusal(request), kInvalid +
                                  "Only one global secondary index action is allowed per "
                                  "GlobalSecondaryIndexUpdate object");
  request = index_creation("index", "a");
  request.global_secondary_index_updates->push_back(
      {.delete_ = api::DeleteGlobalSecondaryIndexAction{.index_name = "index"}});
  EXPECT_EQ(refusal(request), kInvalid +
                                  "Only one global secondary index update per index is allowed "
                                  "simultaneously. Index: index");
}

TEST_F(UpdateTable, CreatesAnIndex) {
  ASSERT_TRUE(create(simple()).ok());
  const auto changed = change(index_creation("index", "a"));
  ASSERT_TRUE(changed.ok()) << changed.error().to_string();
  EXPECT_EQ(changed->table_status, api::TableStatus::Updating);
  EXPECT_EQ(changed->global_secondary_indexes->front().index_status, api::IndexStatus::Creating);
  EXPECT_EQ(changed->global_secondary_indexes->front().backfilling, false);
  EXPECT_EQ(changed->attribute_definitions->size(), 3U);

  const auto filling = *describe();
  EXPECT_EQ(filling.table_status, api::TableStatus::Active);
  EXPECT_EQ(filling.global_secondary_indexes->front().index_status, api::IndexStatus::Creating);
  EXPECT_EQ(filling.global_secondary_indexes->front().backfilling, true);
  work();
  const auto done = *describe();
  EXPECT_EQ(done.global_secondary_indexes->front().index_status, api::IndexStatus::Active);
  EXPECT_FALSE(done.global_secondary_indexes->front().backfilling);
}

TEST_F(UpdateTable, ChecksANewIndex) {
  create_with_index(simple());
  EXPECT_EQ(refusal(index_creation("index", "b")),
            "Attempting to create an index which already exists");
  auto request = index_creation("other", "b");
  request.attribute_definitions.reset();
  EXPECT_EQ(refusal(request), kInvalid + "AttributeDefinitions is not specified for index: other");
  request = index_creation("other", "b");
  request.attribute_definitions = {{"c", api::ScalarAttributeType::S}};
  EXPECT_EQ(refusal(request), kInvalid +
                                  "Some index key attributes are not defined in "
                                  "AttributeDefinitions. Keys: [b], AttributeDefinitions: [c]");
  request = index_creation("other", "a");
  request.attribute_definitions = {{"a", api::ScalarAttributeType::N}};
  EXPECT_EQ(refusal(request), kInvalid +
                                  "Attributes cannot be redefined. Please check that your "
                                  "attribute has the same type as previously defined. Existing "
                                  "schema: Schema:[SchemaElement: key{a:S:HASH}] New schema: "
                                  "Schema:[SchemaElement: key{a:N:HASH}]");
  request = index_creation("other", "b");
  request.global_secondary_index_updates->front().create->provisioned_throughput = {1, 1};
  EXPECT_EQ(refusal(request), kInvalid +
                                  "Neither ReadCapacityUnits nor WriteCapacityUnits can be "
                                  "specified for index: other when BillingMode is "
                                  "PAY_PER_REQUEST");
}

TEST_F(UpdateTable, PassesOverDefinitionsThatNoKeyUses) {
  ASSERT_TRUE(create(simple()).ok());
  auto request = index_creation("index", "a");
  request.attribute_definitions->push_back({"stale", api::ScalarAttributeType::N});
  request.attribute_definitions->push_back({"pk", api::ScalarAttributeType::N});
  accept(request);
  EXPECT_EQ(describe()->attribute_definitions->size(), 3U);
}

TEST_F(UpdateTable, CreatesOrDeletesOneIndexAtATime) {
  const std::string expected =
      "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
      "table";
  create_with_index(simple());
  auto request = index_creation("other", "b");
  request.global_secondary_index_updates->push_back(
      {.delete_ = api::DeleteGlobalSecondaryIndexAction{.index_name = "index"}});
  EXPECT_EQ(refusal(request, api::Exception::LimitExceeded), expected);
  accept(index_creation("other", "b"));
  EXPECT_EQ(refusal(index_deletion("index"), api::Exception::LimitExceeded), expected);
  work();
  accept(index_deletion("index"));
}

TEST_F(UpdateTable, HasRoomForTwentyIndexes) {
  auto request = simple();
  for (int i = 0; i < 20; ++i) add_index(request, "index" + std::to_string(i), std::to_string(i));
  ASSERT_TRUE(create(request).ok());
  EXPECT_EQ(refusal(index_creation("other", "x"), api::Exception::LimitExceeded),
            "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit "
            "of 20");
}

TEST_F(UpdateTable, DeletesAnIndex) {
  create_with_index(simple());
  put({{"pk", "1"}, {"sk", "1"}, {"a", "x"}});
  const auto changed = change(index_deletion("index"));
  ASSERT_TRUE(changed.ok());
  EXPECT_EQ(changed->table_status, api::TableStatus::Updating);
  EXPECT_EQ(changed->global_secondary_indexes->front().index_status, api::IndexStatus::Deleting);
  EXPECT_EQ(refusal(index_deletion("index"), api::Exception::ResourceInUse),
            kUpdateInUse + "Index is being deleted. Table: orders Index: index");
  work();
  EXPECT_FALSE(describe()->global_secondary_indexes);
  EXPECT_EQ(describe()->attribute_definitions->size(), 2U) << "its own attribute goes with it";
  EXPECT_EQ(refusal(index_deletion("index"), api::Exception::ResourceNotFound),
            "Requested resource not found: Index index for table orders");
}

TEST_F(UpdateTable, LeavesUnitsAloneWhileAnIndexGoes) {
  create_with_index(provisioned());
  accept(index_deletion("index"));
  EXPECT_EQ(refusal(units(1, 1), api::Exception::ResourceInUse),
            kUpdateInUse +
                "Can't change table IOPS when an index is being deleted. Table: orders Indexes: "
                "[index]");
}

TEST_F(UpdateTable, UpdatesTheUnitsOfAnIndex) {
  create_with_index(provisioned());
  const auto request = index_update(
      {.index_name = "index", .provisioned_throughput = api::ProvisionedThroughput{2, 3}});
  const auto changed = change(request);
  ASSERT_TRUE(changed.ok()) << changed.error().to_string();
  EXPECT_EQ(changed->table_status, api::TableStatus::Active);
  const auto& index = changed->global_secondary_indexes->front();
  EXPECT_EQ(index.index_status, api::IndexStatus::Updating);
  EXPECT_EQ(index.provisioned_throughput->write_capacity_units, 2) << "as it was";
  EXPECT_EQ(
      describe()->global_secondary_indexes->front().provisioned_throughput->write_capacity_units,
      3);
  EXPECT_NE(refusal(request).find("The provisioned throughput for the index index will not change"),
            std::string::npos);
}

TEST_F(UpdateTable, ChecksTheUpdateOfAnIndex) {
  create_with_index(simple());
  EXPECT_EQ(refusal(index_update({.index_name = "index",
                                  .provisioned_throughput = api::ProvisionedThroughput{2, 3}})),
            kInvalid +
                "The only Updates for index: index when TableThroughputMode is PAY_PER_REQUEST can "
                "be to OnDemandThroughput, WarmThroughput");
  EXPECT_EQ(refusal(index_update({.index_name = "nothing",
                                  .on_demand_throughput = api::OnDemandThroughput{1, 1}}),
                    api::Exception::ResourceNotFound),
            "Requested resource not found: Index nothing for table orders");
  EXPECT_EQ(
      refusal(index_update(
          {.index_name = "index", .warm_throughput = api::WarmThroughput{100, std::nullopt}})),
      kInvalid +
          "Requested ReadUnitsPerSecond for WarmThroughput for index index is lower than current "
          "WarmThroughput, decreasing WarmThroughput is not supported");
  accept(index_update(
      {.index_name = "index", .on_demand_throughput = api::OnDemandThroughput{50, std::nullopt}}));
  accept(index_update(
      {.index_name = "index", .on_demand_throughput = api::OnDemandThroughput{std::nullopt, 60}}));
  const auto maxima = *describe()->global_secondary_indexes->front().on_demand_throughput;
  EXPECT_EQ(maxima.max_read_request_units, 50);
  EXPECT_EQ(maxima.max_write_request_units, 60);
}

TEST_F(UpdateTable, LeavesLocalIndexesAlone) {
  auto request = simple();
  request.local_secondary_indexes = {
      {.index_name = "local",
       .key_schema = {{"pk", api::KeyType::Hash}, {"sk", api::KeyType::Range}},
       .projection = all()}};
  ASSERT_TRUE(create(request).ok());
  EXPECT_EQ(refusal(index_deletion("local")),
            "Cannot delete an index that is not a GlobalSecondaryIndex: local");
}

}  // namespace
}  // namespace partita::operations
