// Every request with every member of its shape: read and written again, it is the same text.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "partita/api/batch_get_item.h"
#include "partita/api/batch_write_item.h"
#include "partita/api/create_table.h"
#include "partita/api/delete_item.h"
#include "partita/api/delete_table.h"
#include "partita/api/describe_endpoints.h"
#include "partita/api/describe_limits.h"
#include "partita/api/describe_stream.h"
#include "partita/api/describe_table.h"
#include "partita/api/describe_time_to_live.h"
#include "partita/api/get_item.h"
#include "partita/api/get_records.h"
#include "partita/api/get_shard_iterator.h"
#include "partita/api/list_streams.h"
#include "partita/api/list_tables.h"
#include "partita/api/list_tags_of_resource.h"
#include "partita/api/put_item.h"
#include "partita/api/query.h"
#include "partita/api/scan.h"
#include "partita/api/tag_resource.h"
#include "partita/api/transact_get_items.h"
#include "partita/api/transact_write_items.h"
#include "partita/api/untag_resource.h"
#include "partita/api/update_item.h"
#include "partita/api/update_table.h"
#include "partita/api/update_time_to_live.h"
#include "wire/protocol/request_decoder.h"
#include "wire/protocol/structure_writer.h"

namespace partita::protocol {
namespace {

template <typename Request>
void expect_round_trip(std::string_view json) {
  const auto request = decode_request<Request>(json);
  ASSERT_TRUE(request.ok()) << request.error().to_string();
  std::string again;
  {
    JsonSink sink(again);
    put_structure(sink, *request);
  }
  EXPECT_EQ(again, json);
}

TEST(RequestRoundTrip, GetItem) {
  expect_round_trip<api::GetItemRequest>(
      R"({"ReturnConsumedCapacity":"INDEXES","TableName":"t","Key":{"pk":{"S":"a"}},)"
      R"("AttributesToGet":["a","b"],"ConsistentRead":true,"ProjectionExpression":"a",)"
      R"("ExpressionAttributeNames":{"#a":"a"}})");
}

TEST(RequestRoundTrip, PutItem) {
  expect_round_trip<api::PutItemRequest>(
      R"({"ReturnConsumedCapacity":"TOTAL","TableName":"t","Item":{"pk":{"S":"a"},"v":{"N":"1"}},)"
      R"("Expected":{"a":{"Value":{"S":"x"},"Exists":true,"ComparisonOperator":"EQ",)"
      R"("AttributeValueList":[{"N":"1"}]}},"ReturnValues":"ALL_OLD",)"
      R"("ReturnItemCollectionMetrics":"SIZE",)"
      R"("ConditionalOperator":"OR","ConditionExpression":"a = :a",)"
      R"("ExpressionAttributeNames":{"#a":"a"},"ExpressionAttributeValues":{":a":{"N":"1"}},)"
      R"("ReturnValuesOnConditionCheckFailure":"ALL_OLD"})");
}

TEST(RequestRoundTrip, UpdateItem) {
  expect_round_trip<api::UpdateItemRequest>(
      R"({"ReturnConsumedCapacity":"NONE","TableName":"t","ReturnItemCollectionMetrics":"NONE",)"
      R"("ReturnValues":"UPDATED_NEW","ConditionalOperator":"AND","Key":{"pk":{"S":"a"}},)"
      R"("AttributeUpdates":{"a":{"Value":{"S":"x"},"Action":"PUT"},"b":{"Action":"DELETE"}},)"
      R"("Expected":{"a":{"Exists":false}},"UpdateExpression":"SET a = :a",)"
      R"("ConditionExpression":"a = :a","ExpressionAttributeNames":{"#a":"a"},)"
      R"("ExpressionAttributeValues":{":a":{"N":"1"}},)"
      R"("ReturnValuesOnConditionCheckFailure":"NONE"})");
}

TEST(RequestRoundTrip, DeleteItem) {
  expect_round_trip<api::DeleteItemRequest>(
      R"({"ReturnConsumedCapacity":"NONE","TableName":"t","Key":{"pk":{"S":"a"}},"Expected":{},)"
      R"("ConditionalOperator":"AND","ReturnValues":"NONE",)"
      R"("ReturnItemCollectionMetrics":"NONE","ConditionExpression":"a = :a",)"
      R"("ExpressionAttributeNames":{"#a":"a"},"ExpressionAttributeValues":{":a":{"N":"1"}},)"
      R"("ReturnValuesOnConditionCheckFailure":"NONE"})");
}

TEST(RequestRoundTrip, Query) {
  expect_round_trip<api::QueryRequest>(
      R"({"ReturnConsumedCapacity":"TOTAL","TableName":"t","IndexName":"idx","Select":"COUNT",)"
      R"("AttributesToGet":["a"],"Limit":7,)"
      R"("ConsistentRead":false,"KeyConditions":{"pk":{"AttributeValueList":[{"S":"a"}],)"
      R"("ComparisonOperator":"EQ"}},"QueryFilter":{"a":{"ComparisonOperator":"NOT_NULL"}},)"
      R"("ConditionalOperator":"AND","ScanIndexForward":false,)"
      R"("ExclusiveStartKey":{"pk":{"S":"a"}},)"
      R"("ProjectionExpression":"a","FilterExpression":"b","KeyConditionExpression":"c",)"
      R"("ExpressionAttributeNames":{"#a":"a"},"ExpressionAttributeValues":{":a":{"N":"1"}}})");
}

TEST(RequestRoundTrip, Scan) {
  expect_round_trip<api::ScanRequest>(
      R"({"ReturnConsumedCapacity":"TOTAL","TableName":"t","IndexName":"idx",)"
      R"("AttributesToGet":["a"],"Limit":7,)"
      R"("Select":"ALL_ATTRIBUTES","ScanFilter":{"a":{"ComparisonOperator":"NULL"}},)"
      R"("ConditionalOperator":"AND","ExclusiveStartKey":{"pk":{"S":"a"}},)"
      R"("TotalSegments":4,"Segment":3,)"
      R"("ProjectionExpression":"a","FilterExpression":"b",)"
      R"("ExpressionAttributeNames":{"#a":"a"},"ExpressionAttributeValues":{":a":{"N":"1"}},)"
      R"("ConsistentRead":true})");
}

TEST(RequestRoundTrip, BatchGetItem) {
  expect_round_trip<api::BatchGetItemRequest>(
      R"({"RequestItems":{"tab":{"Keys":[{"pk":{"S":"a"}},{"pk":{"S":"b"}}],)"
      R"("AttributesToGet":["a"],"ConsistentRead":true,"ProjectionExpression":"a",)"
      R"("ExpressionAttributeNames":{"#a":"a"}}},"ReturnConsumedCapacity":"TOTAL"})");
}

TEST(RequestRoundTrip, BatchWriteItem) {
  expect_round_trip<api::BatchWriteItemRequest>(
      R"({"ReturnConsumedCapacity":"TOTAL","ReturnItemCollectionMetrics":"SIZE",)"
      R"("RequestItems":{"tab":[{"PutRequest":{"Item":{"pk":{"S":"a"}}}},)"
      R"({"DeleteRequest":{"Key":{"pk":{"S":"b"}}}}]}})");
}

TEST(RequestRoundTrip, TransactGetItems) {
  expect_round_trip<api::TransactGetItemsRequest>(
      R"({"TransactItems":[{"Get":{"Key":{"pk":{"S":"a"}},"TableName":"t",)"
      R"("ProjectionExpression":"a","ExpressionAttributeNames":{"#a":"a"}}}],)"
      R"("ReturnConsumedCapacity":"TOTAL"})");
}

TEST(RequestRoundTrip, TransactWriteItems) {
  constexpr std::string_view kRest =
      R"("ConditionExpression":"a","ExpressionAttributeNames":{"#a":"a"},)"
      R"("ExpressionAttributeValues":{":a":{"N":"1"}},)"
      R"("ReturnValuesOnConditionCheckFailure":"ALL_OLD"})";
  const std::string rest(kRest);
  expect_round_trip<api::TransactWriteItemsRequest>(
      R"({"ClientRequestToken":"token","ReturnConsumedCapacity":"TOTAL",)"
      R"("ReturnItemCollectionMetrics":"SIZE",)"
      R"("TransactItems":[{"ConditionCheck":{"Key":{"pk":{"S":"a"}},"TableName":"t",)" +
      rest + R"(},{"Put":{"Item":{"pk":{"S":"a"}},"TableName":"t",)" + rest +
      R"(},{"Delete":{"Key":{"pk":{"S":"a"}},"TableName":"t",)" + rest +
      R"(},{"Update":{"Key":{"pk":{"S":"a"}},"UpdateExpression":"SET a = :a","TableName":"t",)" +
      rest + R"(}]})");
}

TEST(RequestRoundTrip, CreateTable) {
  expect_round_trip<api::CreateTableRequest>(
      R"({"TableName":"tab","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
      R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
      R"("GlobalSecondaryIndexes":[{"IndexName":"gsi","KeySchema":[)"
      R"({"AttributeName":"a","KeyType":"HASH"}],"Projection":{"ProjectionType":"INCLUDE",)"
      R"("NonKeyAttributes":["x"]},"ProvisionedThroughput":{"ReadCapacityUnits":1,)"
      R"("WriteCapacityUnits":2},"OnDemandThroughput":{"MaxReadRequestUnits":-1,)"
      R"("MaxWriteRequestUnits":5},"WarmThroughput":{"ReadUnitsPerSecond":1,)"
      R"("WriteUnitsPerSecond":2}}],)"
      R"("LocalSecondaryIndexes":[{"IndexName":"lsi","KeySchema":[)"
      R"({"AttributeName":"pk","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}],)"
      R"("BillingMode":"PROVISIONED",)"
      R"("ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":2},)"
      R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"},)"
      R"("SSESpecification":{"Enabled":true,"SSEType":"KMS","KMSMasterKeyId":"k"},)"
      R"("Tags":[{"Key":"k","Value":"v"}],"TableClass":"STANDARD",)"
      R"("DeletionProtectionEnabled":true,"WarmThroughput":{"ReadUnitsPerSecond":1},)"
      R"("ResourcePolicy":"p","OnDemandThroughput":{"MaxReadRequestUnits":1},)"
      R"("GlobalTableSourceArn":"arn:x","GlobalTableSettingsReplicationMode":"ENABLED",)"
      R"("VectorIndexes":[{"IndexName":"vec","VectorAttribute":{"AttributeName":"v"},)"
      R"("SearchSchema":[{"AttributeName":"a","SearchSchemaElementType":"HASH"}],)"
      R"("Projection":{"ProjectionType":"KEYS_ONLY"},"Dimensions":3,)"
      R"("DistanceFunction":"COSINE"}]})");
}

TEST(RequestRoundTrip, UpdateTable) {
  expect_round_trip<api::UpdateTableRequest>(
      R"({"AttributeDefinitions":[],"TableName":"tab","BillingMode":"PAY_PER_REQUEST",)"
      R"("ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":2},)"
      R"("GlobalSecondaryIndexUpdates":[{"Update":{"IndexName":"gsi"}},{"Create":)"
      R"({"IndexName":"gsi","KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],)"
      R"("Projection":{}}},{"Delete":{"IndexName":"gsi"}}],)"
      R"("StreamSpecification":{"StreamEnabled":false},"SSESpecification":{},)"
      R"("ReplicaUpdates":[{"Create":{"RegionName":"r","GlobalSecondaryIndexes":[)"
      R"({"IndexName":"gsi","ProvisionedThroughputOverride":{"ReadCapacityUnits":1}}]}},)"
      R"({"Delete":{"RegionName":"r"}}],"TableClass":"STANDARD_INFREQUENT_ACCESS",)"
      R"("DeletionProtectionEnabled":false,"MultiRegionConsistency":"STRONG",)"
      R"("GlobalTableWitnessUpdates":[{"Create":{"RegionName":"r"}}],"OnDemandThroughput":{},)"
      R"("WarmThroughput":{},"GlobalTableSettingsReplicationMode":"DISABLED",)"
      R"("VectorIndexUpdates":[{"Delete":{"IndexName":"vec"}}]})");
}

TEST(RequestRoundTrip, OtherTableOperations) {
  expect_round_trip<api::DescribeTableRequest>(R"({"TableName":"t"})");
  expect_round_trip<api::DeleteTableRequest>(R"({"TableName":"t"})");
  expect_round_trip<api::ListTablesRequest>(R"({"ExclusiveStartTableName":"tab","Limit":5})");
}

TEST(RequestRoundTrip, Tags) {
  expect_round_trip<api::TagResourceRequest>(
      R"({"ResourceArn":"arn:x","Tags":[{"Key":"k","Value":""}]})");
  expect_round_trip<api::UntagResourceRequest>(R"({"ResourceArn":"arn:x","TagKeys":["k"]})");
  expect_round_trip<api::ListTagsOfResourceRequest>(R"({"ResourceArn":"arn:x","NextToken":"n"})");
}

TEST(RequestRoundTrip, TimeToLive) {
  expect_round_trip<api::UpdateTimeToLiveRequest>(
      R"({"TableName":"t","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"ttl"}})");
  expect_round_trip<api::DescribeTimeToLiveRequest>(R"({"TableName":"t"})");
}

TEST(RequestRoundTrip, Streams) {
  expect_round_trip<api::ListStreamsRequest>(
      R"({"TableName":"tab","Limit":5,"ExclusiveStartStreamArn":"arn:x"})");
  expect_round_trip<api::DescribeStreamRequest>(
      R"({"StreamArn":"arn:x","Limit":5,)"
      R"("ExclusiveStartShardId":"shardId-00000000000000000001-00000001",)"
      R"("ShardFilter":{"Type":"CHILD_SHARDS",)"
      R"("ShardId":"shardId-00000000000000000001-00000001"}})");
  expect_round_trip<api::GetShardIteratorRequest>(
      R"({"StreamArn":"arn:x","ShardId":"shardId-00000000000000000001-00000001",)"
      R"("ShardIteratorType":"AFTER_SEQUENCE_NUMBER","SequenceNumber":"100000000000000000005"})");
  expect_round_trip<api::GetRecordsRequest>(R"({"ShardIterator":"x","Limit":1000})");
}

TEST(RequestRoundTrip, RequestsWithoutMembers) {
  expect_round_trip<api::DescribeLimitsRequest>("{}");
  expect_round_trip<api::DescribeEndpointsRequest>("{}");
}

}  // namespace
}  // namespace partita::protocol
