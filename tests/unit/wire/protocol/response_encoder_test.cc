#include "wire/protocol/response_encoder.h"

#include <gtest/gtest.h>

#include <string>

#include "partita/api/batch_get_item.h"
#include "partita/api/batch_write_item.h"
#include "partita/api/create_table.h"
#include "partita/api/describe_endpoints.h"
#include "partita/api/describe_limits.h"
#include "partita/api/get_item.h"
#include "partita/api/get_records.h"
#include "partita/api/list_tables.h"
#include "partita/api/put_item.h"
#include "partita/api/query.h"
#include "partita/api/tag_resource.h"
#include "partita/api/transact_get_items.h"

namespace partita::protocol {
namespace {

template <typename Response>
std::string json_of(const Response& response) {
  std::string json;
  append_json(json, response);
  return json;
}

TEST(ResponseEncoder, LeavesOutWhatIsAbsent) {
  EXPECT_EQ(json_of(api::GetItemResponse{}), "{}");
  api::GetItemResponse response;
  response.item = EncodedItem(Item{{"pk", "a"}, {"v", 1}});
  EXPECT_EQ(json_of(response), R"({"Item":{"pk":{"S":"a"},"v":{"N":"1"}}})");
}

TEST(ResponseEncoder, AppendsToWhatIsThere) {
  std::string json = "before";
  append_json(json, api::GetItemResponse{});
  EXPECT_EQ(json, "before{}");
}

TEST(ResponseEncoder, GivesAResponseWithoutMembersAnEmptyBody) {
  EXPECT_EQ(json_of(api::TagResourceResponse{}), "");
}

TEST(ResponseEncoder, WritesDoublesShortButWithAPoint) {
  api::PutItemResponse response;
  response.consumed_capacity = api::ConsumedCapacity{.table_name = "t", .capacity_units = 1.0};
  EXPECT_EQ(json_of(response), R"({"ConsumedCapacity":{"TableName":"t","CapacityUnits":1.0}})");
  response.consumed_capacity->capacity_units = 0.5;
  EXPECT_EQ(json_of(response), R"({"ConsumedCapacity":{"TableName":"t","CapacityUnits":0.5}})");
  response.consumed_capacity->capacity_units = 1234567.5;
  EXPECT_EQ(json_of(response),
            R"({"ConsumedCapacity":{"TableName":"t","CapacityUnits":1234567.5}})");
}

TEST(ResponseEncoder, WritesCapacityByIndex) {
  api::PutItemResponse response;
  response.consumed_capacity = api::ConsumedCapacity{.table_name = "t"};
  response.consumed_capacity->table = api::Capacity{.capacity_units = 2.0};
  response.consumed_capacity->global_secondary_indexes =
      api::Dictionary<api::Capacity>{{"g", {.capacity_units = 3.0}}};
  response.item_collection_metrics =
      api::ItemCollectionMetrics{EncodedItem(Item{{"pk", "a"}}), {0.0, 1.0}};
  EXPECT_EQ(json_of(response),
            R"({"ConsumedCapacity":{"TableName":"t","Table":{"CapacityUnits":2.0},)"
            R"("GlobalSecondaryIndexes":{"g":{"CapacityUnits":3.0}}},"ItemCollectionMetrics":)"
            R"({"ItemCollectionKey":{"pk":{"S":"a"}},"SizeEstimateRangeGB":[0.0,1.0]}})");
}

TEST(ResponseEncoder, WritesPagesOfItems) {
  api::QueryResponse response;
  response.items.emplace();
  response.items->append(EncodedItem(Item{{"pk", "a"}}).view());
  response.items->append(EncodedItem(Item{{"pk", "b"}}).view());
  response.count = 2;
  response.scanned_count = 3;
  response.last_evaluated_key = EncodedItem(Item{{"pk", "b"}});
  EXPECT_EQ(json_of(response),
            R"({"Items":[{"pk":{"S":"a"}},{"pk":{"S":"b"}}],"Count":2,"ScannedCount":3,)"
            R"("LastEvaluatedKey":{"pk":{"S":"b"}}})");
}

TEST(ResponseEncoder, WritesThePageWithoutItems) {
  api::QueryResponse response;
  response.items.emplace();
  response.count = 0;
  EXPECT_EQ(json_of(response), R"({"Items":[],"Count":0})");
}

TEST(ResponseEncoder, WritesTablesWithTimesInMilliseconds) {
  api::CreateTableResponse response;
  auto& table = response.table_description.emplace();
  table.attribute_definitions = {{"pk", api::ScalarAttributeType::S}};
  table.table_name = "tab\"le";
  table.key_schema = {{"pk", api::KeyType::Hash}};
  table.table_status = api::TableStatus::Active;
  table.creation_date_time = api::Timestamp{1'363'729'002.358};
  table.item_count = 7;
  table.deletion_protection_enabled = false;
  EXPECT_EQ(json_of(response),
            R"({"TableDescription":{"AttributeDefinitions":[{"AttributeName":"pk",)"
            R"("AttributeType":"S"}],"TableName":"tab\"le","KeySchema":[{"AttributeName":"pk",)"
            R"("KeyType":"HASH"}],"TableStatus":"ACTIVE","CreationDateTime":1363729002.358,)"
            R"("ItemCount":7,"DeletionProtectionEnabled":false}})");
}

TEST(ResponseEncoder, WritesBatches) {
  api::BatchGetItemResponse response;
  auto& items = response.responses.emplace().emplace_back("t", EncodedItemList{}).second;
  items.append(EncodedItem(Item{{"pk", "a"}}).view());
  response.unprocessed_keys.emplace();
  EXPECT_EQ(json_of(response), R"({"Responses":{"t":[{"pk":{"S":"a"}}]},"UnprocessedKeys":{}})");
}

TEST(ResponseEncoder, WritesUnprocessedWritesAsTheyCame) {
  api::BatchWriteItemResponse response;
  api::WriteRequest write;
  write.put_request = api::PutRequest{EncodedItem(Item{{"pk", "a"}})};
  response.unprocessed_items.emplace().emplace_back("t", std::vector{write});
  EXPECT_EQ(json_of(response),
            R"({"UnprocessedItems":{"t":[{"PutRequest":{"Item":{"pk":{"S":"a"}}}}]}})");
}

TEST(ResponseEncoder, WritesAnEmptyObjectForAnItemThatIsNotThere) {
  api::TransactGetItemsResponse response;
  response.responses.emplace(2);
  response.responses->at(1).item = EncodedItem(Item{{"pk", "a"}});
  EXPECT_EQ(json_of(response), R"({"Responses":[{},{"Item":{"pk":{"S":"a"}}}]})");
}

TEST(ResponseEncoder, WritesIntegersAndLists) {
  api::DescribeLimitsResponse limits;
  limits.account_max_read_capacity_units = 80'000;
  EXPECT_EQ(json_of(limits), R"({"AccountMaxReadCapacityUnits":80000})");
  api::DescribeEndpointsResponse endpoints;
  endpoints.endpoints = {{"localhost:8000", 1440}};
  EXPECT_EQ(json_of(endpoints),
            R"({"Endpoints":[{"Address":"localhost:8000","CachePeriodInMinutes":1440}]})");
  api::ListTablesResponse tables;
  tables.table_names = {"a", "b"};
  EXPECT_EQ(json_of(tables), R"({"TableNames":["a","b"]})");
}

TEST(ResponseEncoder, WritesRecordsWithSmallAndCapitalLettersAsAwsDoes) {
  api::Record record{.event_id = "e",
                     .event_name = api::OperationType::Remove,
                     .event_version = "1.1",
                     .event_source = "aws:dynamodb",
                     .aws_region = "us-east-1",
                     .dynamodb = {.approximate_creation_date_time = {.seconds = 1'800'000'000},
                                  .keys = EncodedItem(Item{{"pk", "a"}}),
                                  .new_image = {},
                                  .old_image = EncodedItem(Item{{"pk", "a"}, {"v", 1}}),
                                  .sequence_number = "100000000000000000005",
                                  .size_bytes = 8,
                                  .stream_view_type = api::StreamViewType::OldImage},
                     .user_identity = api::Identity{"dynamodb.amazonaws.com", "Service"}};
  EXPECT_EQ(json_of(api::GetRecordsResponse{.records = {record}, .next_shard_iterator = {}}),
            R"({"Records":[{"eventID":"e","eventName":"REMOVE","eventVersion":"1.1",)"
            R"("eventSource":"aws:dynamodb","awsRegion":"us-east-1","dynamodb":{)"
            R"("ApproximateCreationDateTime":1800000000.000,"Keys":{"pk":{"S":"a"}},)"
            R"("OldImage":{"pk":{"S":"a"},"v":{"N":"1"}},)"
            R"("SequenceNumber":"100000000000000000005","SizeBytes":8,)"
            R"("StreamViewType":"OLD_IMAGE"},"userIdentity":)"
            R"({"PrincipalId":"dynamodb.amazonaws.com","Type":"Service"}}]})");
}

}  // namespace
}  // namespace partita::protocol
