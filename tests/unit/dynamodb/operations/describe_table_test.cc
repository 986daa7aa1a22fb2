#include "dynamodb/operations/describe_table.h"

#include <gtest/gtest.h>

#include <regex>

#include "dynamodb/operations/describe_endpoints.h"
#include "dynamodb/operations/describe_limits.h"
#include "dynamodb/operations/list_tables.h"
#include "unit/dynamodb/operations/table_fixture.h"

namespace partita::operations {
namespace {

class DescribeTable : public TableFixture {
 protected:
  api::ListTablesResponse list(const api::ListTablesRequest& request) {
    return sync_wait(list_tables(*context_, request)).value();
  }
};

TEST_F(DescribeTable, NamesAMissingTable) {
  EXPECT_EQ(error_of(describe("nothing"), api::Exception::ResourceNotFound),
            "Requested resource not found: Table: nothing not found");
}

TEST_F(DescribeTable, TakesAnArn) {
  ASSERT_TRUE(create(simple()).ok());
  EXPECT_EQ(describe("arn:aws:dynamodb:eu-west-2:123456789012:table/orders")->table_name, "orders");
}

TEST_F(DescribeTable, DescribesATableBilledByRequest) {
  ASSERT_TRUE(create(simple()).ok());
  const auto table = *describe();
  EXPECT_EQ(table.table_arn, "arn:aws:dynamodb:us-east-1:000000000000:table/orders");
  EXPECT_TRUE(std::regex_match(
      *table.table_id,
      std::regex("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")));
  EXPECT_EQ(table.creation_date_time->seconds, 1'800'000'000);
  EXPECT_EQ(table.item_count, 0);
  EXPECT_EQ(table.table_size_bytes, 0);
  EXPECT_EQ(table.billing_mode_summary->billing_mode, api::BillingMode::PayPerRequest);
  EXPECT_EQ(table.billing_mode_summary->last_update_to_pay_per_request_date_time->seconds,
            1'800'000'000);
  EXPECT_EQ(table.provisioned_throughput->read_capacity_units, 0);
  EXPECT_EQ(table.provisioned_throughput->write_capacity_units, 0);
  EXPECT_EQ(table.provisioned_throughput->number_of_decreases_today, 0);
  EXPECT_EQ(table.warm_throughput->read_units_per_second, 12'000);
  EXPECT_EQ(table.warm_throughput->write_units_per_second, 4'000);
  EXPECT_EQ(table.warm_throughput->status, api::TableStatus::Active);
  EXPECT_EQ(table.deletion_protection_enabled, false);
}

TEST_F(DescribeTable, LeavesOutWhatTheTableDoesNotHave) {
  ASSERT_TRUE(create(provisioned()).ok());
  const auto table = *describe();
  EXPECT_FALSE(table.billing_mode_summary);
  EXPECT_FALSE(table.local_secondary_indexes);
  EXPECT_FALSE(table.global_secondary_indexes);
  EXPECT_FALSE(table.stream_specification);
  EXPECT_FALSE(table.latest_stream_arn);
  EXPECT_FALSE(table.sse_description);
  EXPECT_FALSE(table.table_class_summary);
  EXPECT_FALSE(table.on_demand_throughput);
}

TEST_F(DescribeTable, MirrorsProvisionedUnitsAsWarmThroughput) {
  ASSERT_TRUE(create(provisioned(5)).ok());
  const auto table = *describe();
  EXPECT_EQ(table.provisioned_throughput->read_capacity_units, 5);
  EXPECT_EQ(table.warm_throughput->read_units_per_second, 5);
}

TEST_F(DescribeTable, SortsDefinitionsAndProjectedAttributes) {
  auto request = simple();
  add_index(request, "index", "a");
  request.global_secondary_indexes->front().projection = {api::ProjectionType::Include,
                                                          std::vector<std::string>{"zz", "aa"}};
  ASSERT_TRUE(create(request).ok());
  const auto table = *describe();
  std::vector<std::string> names;
  for (const auto& each : *table.attribute_definitions) names.push_back(each.attribute_name);
  EXPECT_EQ(names, (std::vector<std::string>{"a", "pk", "sk"}));
  EXPECT_EQ(table.global_secondary_indexes->front().projection->non_key_attributes,
            (std::vector<std::string>{"aa", "zz"}));
}

TEST_F(DescribeTable, DescribesIndexes) {
  auto request = provisioned();
  request.local_secondary_indexes = {
      {.index_name = "local",
       .key_schema = {{"pk", api::KeyType::Hash}, {"sk", api::KeyType::Range}},
       .projection = {api::ProjectionType::KeysOnly, std::nullopt}}};
  add_index(request, "global", "a");
  request.global_secondary_indexes->front().provisioned_throughput = {2, 3};
  const auto created = create(request);
  ASSERT_TRUE(created.ok()) << created.error().to_string();
  const auto& creating = created->global_secondary_indexes->front();
  EXPECT_EQ(creating.index_status, api::IndexStatus::Creating);
  EXPECT_FALSE(creating.backfilling);
  EXPECT_FALSE(creating.warm_throughput);

  const auto table = *describe();
  const auto& local = table.local_secondary_indexes->front();
  EXPECT_EQ(local.index_arn, "arn:aws:dynamodb:us-east-1:000000000000:table/orders/index/local");
  EXPECT_EQ(local.projection->projection_type, api::ProjectionType::KeysOnly);
  const auto& global = table.global_secondary_indexes->front();
  EXPECT_EQ(global.index_status, api::IndexStatus::Active);
  EXPECT_EQ(global.provisioned_throughput->write_capacity_units, 3);
  EXPECT_EQ(global.warm_throughput->write_units_per_second, 3);
  EXPECT_FALSE(global.backfilling);
}

TEST_F(DescribeTable, DescribesAllThatCanBeSet) {
  auto request = simple();
  request.stream_specification = {.stream_enabled = true,
                                  .stream_view_type = api::StreamViewType::NewImage};
  request.sse_specification = {
      .enabled = true, .sse_type = api::SSEType::Kms, .kms_master_key_id = "alias/mine"};
  request.table_class = api::TableClass::StandardInfrequentAccess;
  request.deletion_protection_enabled = true;
  request.on_demand_throughput = {.max_read_request_units = 7};
  ASSERT_TRUE(create(request).ok());
  restart();
  const auto table = *describe();
  EXPECT_EQ(table.stream_specification->stream_view_type, api::StreamViewType::NewImage);
  EXPECT_EQ(table.latest_stream_label, "2027-01-15T08:00:00.000");
  EXPECT_EQ(table.latest_stream_arn,
            "arn:aws:dynamodb:us-east-1:000000000000:table/orders/stream/2027-01-15T08:00:00.000");
  EXPECT_EQ(table.sse_description->kms_master_key_arn,
            "arn:aws:kms:us-east-1:000000000000:alias/mine");
  EXPECT_EQ(table.table_class_summary->table_class, api::TableClass::StandardInfrequentAccess);
  EXPECT_EQ(table.deletion_protection_enabled, true);
  EXPECT_EQ(table.on_demand_throughput->max_read_request_units, 7);
}

TEST_F(DescribeTable, CountsItemsOfTableAndIndexes) {
  auto request = simple();
  add_index(request, "index", "a");
  ASSERT_TRUE(create(request).ok());
  put({{"pk", "1"}, {"sk", "1"}, {"a", "x"}});
  put({{"pk", "1"}, {"sk", "2"}});
  const auto table = *describe();
  EXPECT_EQ(table.item_count, 2);
  EXPECT_EQ(table.table_size_bytes, 14);
  EXPECT_EQ(table.global_secondary_indexes->front().item_count, 1);
  EXPECT_EQ(table.global_secondary_indexes->front().index_size_bytes, 8);
}

TEST_F(DescribeTable, IsListedPageByPage) {
  for (const auto* name : {"ccc", "aaa", "bbb"}) ASSERT_TRUE(create(simple(name)).ok());
  const auto first = list({.limit = 2});
  EXPECT_EQ(first.table_names, (std::vector<std::string>{"aaa", "bbb"}));
  EXPECT_EQ(first.last_evaluated_table_name, "bbb");
  const auto second = list({.exclusive_start_table_name = "bbb", .limit = 2});
  EXPECT_EQ(second.table_names, (std::vector<std::string>{"ccc"}));
  EXPECT_FALSE(second.last_evaluated_table_name);
  EXPECT_FALSE(list({.limit = 3}).last_evaluated_table_name);
}

TEST_F(DescribeTable, ListsAnEmptyDatabase) {
  const auto listed = list({});
  ASSERT_TRUE(listed.table_names);
  EXPECT_TRUE(listed.table_names->empty());
}

TEST_F(DescribeTable, ListsAHundredAtOnce) {
  for (int i = 0; i < 101; ++i) ASSERT_TRUE(create(simple("t" + std::to_string(1000 + i))).ok());
  const auto listed = list({});
  EXPECT_EQ(listed.table_names->size(), 100U);
  EXPECT_EQ(listed.last_evaluated_table_name, "t1099");
}

TEST_F(DescribeTable, KnowsAwsQuotas) {
  const auto limits = sync_wait(describe_limits(*context_, {})).value();
  EXPECT_EQ(limits.account_max_read_capacity_units, 80'000);
  EXPECT_EQ(limits.account_max_write_capacity_units, 80'000);
  EXPECT_EQ(limits.table_max_read_capacity_units, 40'000);
  EXPECT_EQ(limits.table_max_write_capacity_units, 40'000);
}

TEST_F(DescribeTable, KnowsItsEndpoint) {
  const auto endpoints = sync_wait(describe_endpoints(*context_, {})).value().endpoints;
  ASSERT_EQ(endpoints.size(), 1U);
  EXPECT_EQ(endpoints[0].address, "localhost");
  EXPECT_EQ(endpoints[0].cache_period_in_minutes, 1440);
}

}  // namespace
}  // namespace partita::operations
