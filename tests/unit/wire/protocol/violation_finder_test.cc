#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "partita/api/batch_get_item.h"
#include "partita/api/batch_write_item.h"
#include "partita/api/create_table.h"
#include "partita/api/delete_table.h"
#include "partita/api/exception.h"
#include "partita/api/get_item.h"
#include "partita/api/list_tables.h"
#include "partita/api/put_item.h"
#include "partita/api/query.h"
#include "partita/api/scan.h"
#include "partita/api/tag_resource.h"
#include "partita/api/transact_write_items.h"
#include "partita/api/untag_resource.h"
#include "partita/api/update_table.h"
#include "partita/api/update_time_to_live.h"
#include "wire/protocol/request_decoder.h"

namespace partita::protocol {
namespace {

// The message of the ValidationException.
template <typename Request>
std::string violation_in(std::string_view json) {
  const auto request = decode_request<Request>(json);
  if (request.ok()) return "no error";
  if (api::exception_of(request.error()) != api::Exception::Validation) return "another error";
  return request.error().message();
}

std::string one(std::string_view violation) {
  return "1 validation error detected: " + std::string(violation);
}

std::string get_item_of(std::string_view table) {
  return R"({"TableName":")" + std::string(table) + R"(","Key":{}})";
}

TEST(Violations, OfATableNameInTheDataPlane) {
  EXPECT_EQ(violation_in<api::GetItemRequest>(get_item_of("")),
            one("Value '' at 'tableName' failed to satisfy constraint: Member must have length "
                "greater than or equal to 1"));
  EXPECT_EQ(violation_in<api::GetItemRequest>(get_item_of("a")), "no error");
  EXPECT_EQ(violation_in<api::GetItemRequest>(get_item_of(std::string(255, 'a'))), "no error");
  EXPECT_EQ(violation_in<api::GetItemRequest>(get_item_of(std::string(256, 'a'))),
            one("Value '" + std::string(256, 'a') +
                "' at 'tableName' failed to satisfy constraint: Member must have length less than "
                "or equal to 255"));
  EXPECT_EQ(violation_in<api::GetItemRequest>(get_item_of("a;b")),
            one("Value 'a;b' at 'tableName' failed to satisfy constraint: Member must satisfy "
                "regular expression pattern: [a-zA-Z0-9_.-]+"));
}

TEST(Violations, LetAnArnBeLongerThanAName) {
  const std::string arn = "arn:aws:dynamodb:eu-west-2:123456789012:table/" + std::string(255, 'a');
  EXPECT_EQ(violation_in<api::GetItemRequest>(get_item_of(arn)), "no error");
  EXPECT_NE(violation_in<api::GetItemRequest>(get_item_of("arn:" + std::string(1021, 'a'))),
            "no error");
}

TEST(Violations, OfAnAbsentMember) {
  EXPECT_EQ(violation_in<api::GetItemRequest>(R"({"Key":{}})"),
            one("Value null at 'tableName' failed to satisfy constraint: Member must not be null"));
  EXPECT_EQ(violation_in<api::GetItemRequest>(R"({"TableName":null,"Key":{}})"),
            one("Value null at 'tableName' failed to satisfy constraint: Member must not be null"));
}

TEST(Violations, AreToldTogetherInTheOrderOfTheShape) {
  EXPECT_EQ(violation_in<api::PutItemRequest>(
                R"({"ReturnValues":"hi","ReturnItemCollectionMetrics":"ho","TableName":"a;"})"),
            "4 validation errors detected: Value 'a;' at 'tableName' failed to satisfy constraint: "
            "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value null at 'item' "
            "failed to satisfy constraint: Member must not be null; Value 'hi' at 'returnValues' "
            "failed to satisfy constraint: Member must satisfy enum value set: [ALL_NEW, "
            "UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]; Value 'ho' at 'returnItemCollectionMetrics' "
            "failed to satisfy constraint: Member must satisfy enum value set: [SIZE, NONE]");
}

TEST(Violations, AreToldUpToTen) {
  std::string tags;
  for (int i = 0; i < 12; ++i) tags += R"({"Key":"","Value":""},)";
  tags.pop_back();
  const std::string message =
      violation_in<api::TagResourceRequest>(R"({"ResourceArn":"a","Tags":[)" + tags + "]}");
  EXPECT_TRUE(message.starts_with(
      "10 validation errors detected: Value '' at 'tags.1.member.key' failed to satisfy"));
  EXPECT_NE(message.find("'tags.10.member.key'"), message.npos);
  EXPECT_EQ(message.find("'tags.11.member.key'"), message.npos);
}

TEST(Violations, OfTheNameOfANewTable) {
  EXPECT_EQ(violation_in<api::CreateTableRequest>(R"({"TableName":"ab"})"),
            one("Value 'ab' at 'tableName' failed to satisfy constraint: Member must have length "
                "greater than or equal to 3"));
  EXPECT_EQ(violation_in<api::CreateTableRequest>(R"({"TableName":"abc"})"), "no error");
}

TEST(Violations, OfTheControlPlaneWithoutATableName) {
  constexpr std::string_view kMessage =
      "The parameter 'TableName' is required but was not present in the request";
  EXPECT_EQ(violation_in<api::CreateTableRequest>(R"({"BillingMode":"x"})"), kMessage);
  EXPECT_EQ(violation_in<api::UpdateTableRequest>("{}"), kMessage);
  EXPECT_EQ(violation_in<api::DeleteTableRequest>(R"({"TableName":null})"), kMessage);
}

TEST(Violations, OfAKeySchemaShowItAsJavaDoes) {
  EXPECT_EQ(
      violation_in<api::CreateTableRequest>(
          R"({"TableName":"abc","KeySchema":[{"AttributeName":"a","KeyType":"HASH"},)"
          R"({"AttributeName":"b","KeyType":"RANGE"},{"AttributeName":"c","KeyType":"RANGE"}]})"),
      one("Value '[KeySchemaElement(attributeName=a, keyType=HASH), "
          "KeySchemaElement(attributeName=b, keyType=RANGE), KeySchemaElement(attributeName=c, "
          "keyType=RANGE)]' at 'keySchema' failed to satisfy constraint: Member must have length "
          "less than or equal to 2"));
  EXPECT_EQ(violation_in<api::CreateTableRequest>(R"({"TableName":"abc","KeySchema":[]})"),
            one("Value '[]' at 'keySchema' failed to satisfy constraint: Member must have length "
                "greater than or equal to 1"));
}

TEST(Violations, OfElementsHaveTheirPlaceInThePath) {
  EXPECT_EQ(
      violation_in<api::CreateTableRequest>(
          R"({"TableName":"abc",)"
          R"("AttributeDefinitions":[{"AttributeName":"a","AttributeType":"X"}],)"
          R"("KeySchema":[{"AttributeName":"","KeyType":"INVALID"}]})"),
      "3 validation errors detected: Value '' at 'keySchema.1.member.attributeName' failed to "
      "satisfy constraint: Member must have length greater than or equal to 1; Value 'INVALID' at "
      "'keySchema.1.member.keyType' failed to satisfy constraint: Member must satisfy enum value "
      "set: [HASH, RANGE]; Value 'X' at 'attributeDefinitions.1.member.attributeType' failed to "
      "satisfy constraint: Member must satisfy enum value set: [B, N, S]");
}

TEST(Violations, OfAnIndex) {
  EXPECT_EQ(
      violation_in<api::CreateTableRequest>(
          R"({"TableName":"abc","GlobalSecondaryIndexes":[{"IndexName":"ab","KeySchema":[)"
          R"({"AttributeName":"a","KeyType":"HASH"}],"Projection":{"ProjectionType":"x"}}]})"),
      "2 validation errors detected: Value 'ab' at 'globalSecondaryIndexes.1.member.indexName' "
      "failed to satisfy constraint: Member must have length greater than or equal to 3; Value 'x' "
      "at 'globalSecondaryIndexes.1.member.projection.projectionType' failed to satisfy "
      "constraint: Member must satisfy enum value set: [ALL, INCLUDE, KEYS_ONLY]");
  EXPECT_EQ(
      violation_in<api::CreateTableRequest>(R"({"TableName":"abc","LocalSecondaryIndexes":[{}]})"),
      "3 validation errors detected: Value null at 'localSecondaryIndexes.1.member.indexName' "
      "failed to satisfy constraint: Member must not be null; Value null at "
      "'localSecondaryIndexes.1.member.keySchema' failed to satisfy constraint: Member must "
      "not be null; Value null at 'localSecondaryIndexes.1.member.projection' failed to "
      "satisfy constraint: Member must not be null");
}

TEST(Violations, OfNumbers) {
  EXPECT_EQ(
      violation_in<api::CreateTableRequest>(
          R"({"TableName":"abc",)"
          R"("ProvisionedThroughput":{"ReadCapacityUnits":0,"WriteCapacityUnits":-1}})"),
      "2 validation errors detected: Value '0' at 'provisionedThroughput.readCapacityUnits' failed "
      "to satisfy constraint: Member must have value greater than or equal to 1; Value '-1' at "
      "'provisionedThroughput.writeCapacityUnits' failed to satisfy constraint: Member must have "
      "value greater than or equal to 1");
  EXPECT_EQ(violation_in<api::ListTablesRequest>(R"({"Limit":101})"),
            one("Value '101' at 'limit' failed to satisfy constraint: Member must have value less "
                "than or equal to 100"));
  EXPECT_EQ(violation_in<api::ScanRequest>(R"({"TableName":"abc","Limit":0})"),
            one("Value '0' at 'limit' failed to satisfy constraint: Member must have value greater "
                "than or equal to 1"));
  EXPECT_EQ(
      violation_in<api::ScanRequest>(R"({"TableName":"abc","TotalSegments":1000001,"Segment":-1})"),
      "2 validation errors detected: Value '1000001' at 'totalSegments' failed to satisfy "
      "constraint: Member must have value less than or equal to 1000000; Value '-1' at 'segment' "
      "failed to satisfy constraint: Member must have value greater than or equal to 0");
}

TEST(Violations, OfTheLimitOfAQueryAreToldPlainly) {
  EXPECT_EQ(
      violation_in<api::QueryRequest>(R"({"TableName":"abc","Limit":0})"),
      one("Value at 'Limit' failed to satisfy constraint: Member must have value greater than "
          "or equal to 1"));
}

TEST(Violations, OfConditionsNameTheAttribute) {
  EXPECT_EQ(violation_in<api::ScanRequest>(
                R"({"TableName":"abc","ScanFilter":{"A":{},"b":{"ComparisonOperator":""}}})"),
            "2 validation errors detected: Value null at 'scanFilter.A.member.comparisonOperator' "
            "failed to satisfy constraint: Member must not be null; Value '' at "
            "'scanFilter.b.member.comparisonOperator' failed to satisfy constraint: Member must "
            "satisfy enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, "
            "LE, BEGINS_WITH, GE, CONTAINS]");
}

TEST(Violations, OfEnumsListTheWordsInTheirOrder) {
  const auto query = [](std::string_view member) {
    return R"({"TableName":"abc",")" + std::string(member) + R"(":"x"})";
  };
  EXPECT_TRUE(violation_in<api::QueryRequest>(query("Select"))
                  .ends_with("[SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, "
                             "ALL_PROJECTED_ATTRIBUTES]"));
  EXPECT_TRUE(violation_in<api::QueryRequest>(query("ReturnConsumedCapacity"))
                  .ends_with("[INDEXES, TOTAL, NONE]"));
  EXPECT_TRUE(violation_in<api::ScanRequest>(query("ConditionalOperator")).ends_with("[OR, AND]"));
  EXPECT_TRUE(violation_in<api::CreateTableRequest>(query("BillingMode"))
                  .ends_with("[PROVISIONED, PAY_PER_REQUEST]"));
}

TEST(Violations, OfStringsInAListAreToldForTheList) {
  EXPECT_EQ(violation_in<api::UntagResourceRequest>(R"({"ResourceArn":"a","TagKeys":["a",""]})"),
            one("Value '[a, ]' at 'tagKeys' failed to satisfy constraint: Member must satisfy "
                "constraint: [Member must have length less than or equal to 128, Member must have "
                "length greater than or equal to 1]"));
  EXPECT_EQ(violation_in<api::GetItemRequest>(R"({"TableName":"a","Key":{},"AttributesToGet":[]})"),
            one("Value '[]' at 'attributesToGet' failed to satisfy constraint: Member must have "
                "length greater than or equal to 1"));
}

TEST(Violations, OfNullsInAList) {
  EXPECT_EQ(violation_in<api::CreateTableRequest>(R"({"TableName":"abc","KeySchema":[null]})"),
            one("Value '[null]' at 'keySchema' failed to satisfy constraint: Member must satisfy "
                "constraint: [Member must not be null]"));
}

TEST(Violations, OfTheTimeToLiveAttribute) {
  EXPECT_EQ(
      violation_in<api::UpdateTimeToLiveRequest>(
          R"({"TableName":"abc","TimeToLiveSpecification":{"Enabled":true,"AttributeName":""}})"),
      one("Value '' at 'timeToLiveSpecification.attributeName' failed to satisfy constraint: "
          "Member "
          "must have length greater than or equal to 1"));
}

TEST(Violations, OfAMemberThatIsToldAloneHideAllOthers) {
  EXPECT_EQ(
      violation_in<api::PutItemRequest>(
          R"({"TableName":"a;","Item":{},"ReturnValues":"hi","ReturnConsumedCapacity":"ho"})"),
      one("Value 'a;' at 'tableName' failed to satisfy constraint: Member must satisfy regular "
          "expression pattern: [a-zA-Z0-9_.-]+"));
  EXPECT_EQ(violation_in<api::PutItemRequest>(R"({"TableName":"","Item":{},"ReturnValues":"hi"})"),
            one("Value at 'TableName' failed to satisfy constraint: Member must have length "
                "greater than or equal to 1"));
}

TEST(Violations, OfAMemberThatIsToldLastAreHiddenByOthers) {
  const std::string_view bad_names = R"({"RequestItems":{"a;":[{"PutRequest":{"Item":{}}}]})";
  EXPECT_EQ(violation_in<api::BatchWriteItemRequest>(std::string(bad_names) +
                                                     R"(,"ReturnConsumedCapacity":"hi"})"),
            one("Value 'hi' at 'returnConsumedCapacity' failed to satisfy constraint: Member must "
                "satisfy enum value set: [INDEXES, TOTAL, NONE]"));
  EXPECT_NE(violation_in<api::BatchWriteItemRequest>(std::string(bad_names) + "}"), "no error");
}

TEST(Violations, ShowALongRequestOnlyInPart) {
  const std::string name(5000, ';');
  const std::string message = violation_in<api::BatchGetItemRequest>(R"({"RequestItems":{")" +
                                                                     name + R"(":{"Keys":[{}]}}})");
  EXPECT_LT(message.size(), name.size());
  EXPECT_TRUE(message.starts_with(one(R"(Value '{";;;)"))) << message.substr(0, 100);
}

TEST(Violations, OfABatchWithoutRequests) {
  for (const std::string_view json : {"{}", R"({"RequestItems":null})", R"({"RequestItems":{}})"}) {
    EXPECT_EQ(violation_in<api::BatchGetItemRequest>(json),
              one("Value at 'RequestItems' failed to satisfy constraint: Member must have length "
                  "greater than or equal to 1"));
    EXPECT_EQ(violation_in<api::BatchWriteItemRequest>(json),
              "The requestItems parameter is required for BatchWriteItem");
  }
}

TEST(Violations, OfTheNumberOfKeysInABatch) {
  std::string keys = "{}";
  for (int i = 0; i < 100; ++i) keys += ",{}";
  EXPECT_EQ(
      violation_in<api::BatchGetItemRequest>(R"({"RequestItems":{"Tab":{"Keys":[)" + keys + "]}}}"),
      one("Value at 'RequestItems.Tab.member.Keys' failed to satisfy constraint: Member must have "
          "length less than or equal to 100"));
}

TEST(Violations, OfTheNumberOfWritesInABatch) {
  EXPECT_EQ(
      violation_in<api::BatchWriteItemRequest>(R"({"RequestItems":{"Tab":[]}})"),
      one("Value '{Tab=[]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy "
          "constraint: [Member must have length less than or equal to 25, Member must have length "
          "greater than or equal to 1]"));
  std::string writes = R"({"DeleteRequest":{"Key":{"a":{"S":"b"}}}})";
  const std::string write = "," + writes;
  for (int i = 0; i < 25; ++i) writes += write;
  const std::string message =
      violation_in<api::BatchWriteItemRequest>(R"({"RequestItems":{"Tab":[)" + writes + "]}}");
  EXPECT_TRUE(message.starts_with(
      one("Value '{Tab=[WriteRequest(putRequest=null, deleteRequest=DeleteRequest(key={a="
          "AttributeValue: {S:b}})), WriteRequest(")))
      << message;
}

TEST(Violations, OfTableNamesInABatch) {
  EXPECT_EQ(
      violation_in<api::BatchWriteItemRequest>(
          R"({"RequestItems":{"a;":[{"PutRequest":{"Item":{}}}]}})"),
      one("Value '{a;=[WriteRequest(putRequest=PutRequest(item={}), deleteRequest=null)]}' at "
          "'requestItems' failed to satisfy constraint: Map keys must satisfy constraint: "
          "[Member must have length less than or equal to 255, Member must have length "
          "greater than or equal to 3, Member must satisfy regular expression pattern: "
          "[a-zA-Z0-9_.-]+]"));
}

TEST(Violations, OfARequestInABatch) {
  EXPECT_EQ(
      violation_in<api::BatchWriteItemRequest>(R"({"RequestItems":{"Tab":[{"PutRequest":{}}]}})"),
      one("Value null at 'requestItems.Tab.member.1.member.putRequest.item' failed to satisfy "
          "constraint: Member must not be null"));
}

TEST(Violations, OfTransactions) {
  EXPECT_EQ(
      violation_in<api::TransactWriteItemsRequest>(R"({"TransactItems":[]})"),
      one("Value at 'TransactItems' failed to satisfy constraint: Member must have length greater "
          "than or equal to 1"));
  EXPECT_EQ(
      violation_in<api::TransactWriteItemsRequest>(
          R"({"TransactItems":[{"Delete":{"TableName":"a"}}],"ClientRequestToken":""})"),
      "2 validation errors detected: Value '' at 'clientRequestToken' failed to satisfy "
      "constraint: Member must have length greater than or equal to 1; Value null at "
      "'transactItems.1.member.delete.key' failed to satisfy constraint: Member must not be null");
  std::string actions = "{}";
  for (int i = 0; i < 100; ++i) actions += ",{}";
  EXPECT_EQ(
      violation_in<api::TransactWriteItemsRequest>(R"({"TransactItems":[)" + actions + "]}"),
      one("Value at 'TransactItems' failed to satisfy constraint: Member must have length less "
          "than or equal to 100"));
}

TEST(Violations, CountCharactersNotBytes) {
  EXPECT_EQ(
      violation_in<api::TagResourceRequest>(R"({"ResourceArn":"a","Tags":[{"Key":"ééé","Value":")" +
                                            [] {
                                              std::string value;
                                              for (int i = 0; i < 256; ++i) value += "é";
                                              return value;
                                            }() +
                                            R"("}]})"),
      "no error");
}

}  // namespace
}  // namespace partita::protocol
