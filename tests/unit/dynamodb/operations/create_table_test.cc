#include "dynamodb/operations/create_table.h"

#include <gtest/gtest.h>

#include "unit/dynamodb/operations/table_fixture.h"

namespace partita::operations {
namespace {

using api::KeyType;
using api::ProjectionType;
using api::ScalarAttributeType;

constexpr auto kPrefix = "One or more parameter values were invalid: ";

class CreateTable : public TableFixture {
 protected:
  static api::LocalSecondaryIndex local(const std::string& name, const std::string& sort) {
    return {.index_name = name,
            .key_schema = {{"pk", KeyType::Hash}, {sort, KeyType::Range}},
            .projection = all()};
  }
  // A request whose only global index has that key, all of it defined.
  static api::CreateTableRequest with_key(std::vector<api::KeySchemaElement> key) {
    auto request = simple();
    std::set<std::string> defined{"pk", "sk"};
    for (const auto& element : key) {
      if (defined.insert(element.attribute_name).second) define(request, element.attribute_name);
    }
    request.global_secondary_indexes = {
        {.index_name = "index", .key_schema = std::move(key), .projection = all()}};
    return request;
  }
  static std::vector<api::KeySchemaElement> key_of(int hashes, int ranges) {
    std::vector<api::KeySchemaElement> key;
    for (int i = 0; i < hashes; ++i) key.push_back({"h" + std::to_string(i), KeyType::Hash});
    for (int i = 0; i < ranges; ++i) key.push_back({"r" + std::to_string(i), KeyType::Range});
    return key;
  }
  std::string refusal(const api::CreateTableRequest& request) { return error_of(create(request)); }
};

TEST_F(CreateTable, AnswersCreatingAndIsActiveAtOnce) {
  const auto created = create(simple());
  ASSERT_TRUE(created.ok()) << created.error().to_string();
  EXPECT_EQ(created->table_status, api::TableStatus::Creating);
  EXPECT_EQ(describe()->table_status, api::TableStatus::Active);
}

TEST_F(CreateTable, TakesTheNameOnce) {
  ASSERT_TRUE(create(simple()).ok());
  EXPECT_EQ(error_of(create(simple()), api::Exception::ResourceInUse),
            "Table already exists: orders");
}

TEST_F(CreateTable, RefusesShortNames) {
  EXPECT_EQ(refusal(simple("ab")),
            "1 validation error detected: Value 'ab' at 'tableName' failed to satisfy constraint: "
            "Member must have length greater than or equal to 3");
}

TEST_F(CreateTable, WantsKeyAndDefinitions) {
  auto request = simple();
  request.key_schema.reset();
  EXPECT_EQ(refusal(request),
            "1 validation error detected: Value null at 'keySchema' failed to satisfy constraint: "
            "Member must not be null");
  request = simple();
  request.attribute_definitions.reset();
  EXPECT_EQ(refusal(request),
            "1 validation error detected: Value null at 'attributeDefinitions' failed to satisfy "
            "constraint: Member must not be null");
}

TEST_F(CreateTable, ChecksThatBillingAndThroughputFit) {
  auto request = simple();
  request.provisioned_throughput = {1, 1};
  EXPECT_EQ(
      refusal(request),
      std::string(kPrefix) +
          "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode "
          "is PAY_PER_REQUEST");
  request = simple();
  request.billing_mode.reset();
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) +
                "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode "
                "is PROVISIONED");
  request = provisioned(1'000'000'000'001);
  EXPECT_EQ(refusal(request), "Given value 1000000000001 for ReadCapacityUnits is out of bounds");
}

TEST_F(CreateTable, ChecksBillingBeforeTheSchema) {
  auto request = simple();
  request.billing_mode.reset();
  request.key_schema = {{"other", KeyType::Range}};
  EXPECT_NE(refusal(request).find("must both be specified"), std::string::npos);
}

TEST_F(CreateTable, ChecksTheTableKey) {
  auto request = simple();
  request.attribute_definitions = {{"pk", ScalarAttributeType::S}};
  EXPECT_EQ(refusal(request), "Invalid KeySchema: Some index key attribute have no definition");
  request.attribute_definitions = {{"pk", ScalarAttributeType::S}, {"x", ScalarAttributeType::S}};
  EXPECT_EQ(
      refusal(request),
      std::string(kPrefix) +
          "Some index key attributes are not defined in AttributeDefinitions. Keys: [pk, sk], "
          "AttributeDefinitions: [pk, x]");
  request = simple();
  request.key_schema = {{"pk", KeyType::Hash}, {"pk", KeyType::Range}};
  EXPECT_EQ(refusal(request),
            "Both the Hash Key and the Range Key element in the KeySchema have the same name");
  request.key_schema = {{"pk", KeyType::Range}, {"sk", KeyType::Hash}};
  EXPECT_EQ(refusal(request),
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
  request.key_schema = {{"pk", KeyType::Hash}, {"sk", KeyType::Hash}};
  EXPECT_EQ(refusal(request),
            "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
}

TEST_F(CreateTable, WantsExactlyTheDefinitionsOfItsKeys) {
  auto request = simple();
  define(request, "extra");
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) +
                "Number of attributes in KeySchema does not exactly match number of attributes "
                "defined in AttributeDefinitions");
  add_index(request, "index", "a");
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) +
                "Some AttributeDefinitions are not used. AttributeDefinitions: [pk, sk, extra, a], "
                "keys used: [a, pk, sk]");
  request = simple();
  define(request, "pk");
  EXPECT_EQ(refusal(request), "Attribute Name is duplicated: pk");
}

TEST_F(CreateTable, TakesUpToFourAttributesOfEachKindInAGlobalIndex) {
  const auto created = create(with_key(key_of(4, 4)));
  ASSERT_TRUE(created.ok()) << created.error().to_string();
  const auto& key = *created->global_secondary_indexes->front().key_schema;
  ASSERT_EQ(key.size(), 8U);
  EXPECT_EQ(key[3].attribute_name, "h3");
  EXPECT_EQ(key[4].attribute_name, "r0");
  EXPECT_EQ(key[4].key_type, KeyType::Range);
}

TEST_F(CreateTable, RefusesGlobalIndexKeysThatAreTooLongOrMixed) {
  EXPECT_EQ(refusal(with_key(key_of(5, 0))),
            std::string(kPrefix) +
                "The KeySchema exceeds the maximum allowed number of HASH key attributes");
  EXPECT_EQ(refusal(with_key(key_of(1, 5))),
            std::string(kPrefix) +
                "The KeySchema exceeds the maximum allowed number of RANGE key attributes");
  EXPECT_EQ(refusal(with_key({{"a", KeyType::Hash}, {"b", KeyType::Range}, {"c", KeyType::Hash}})),
            std::string(kPrefix) +
                "All HASH key attributes must precede RANGE key attributes in the KeySchema");
  EXPECT_EQ(refusal(with_key({{"a", KeyType::Hash}, {"a", KeyType::Range}})),
            "The KeySchema contains multiple key attributes with the same name");
  EXPECT_EQ(refusal(with_key({{"a", KeyType::Range}})),
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
}

TEST_F(CreateTable, ChecksLocalIndexes) {
  auto request = simple();
  request.local_secondary_indexes.emplace();
  EXPECT_EQ(refusal(request), std::string(kPrefix) + "List of LocalSecondaryIndexes is empty");

  request.local_secondary_indexes = {local("by-sk", "sk")};
  request.local_secondary_indexes->front().key_schema.pop_back();
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) + "Index KeySchema does not have a range key for index: by-sk");

  request.local_secondary_indexes->front().key_schema = {{"sk", KeyType::Hash},
                                                         {"pk", KeyType::Range}};
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) +
                "Index KeySchema does not have the same leading hash key as table KeySchema for "
                "index: by-sk. index hash key: sk, table hash key: pk");

  request.local_secondary_indexes->clear();
  for (int i = 0; i < 6; ++i) {
    request.local_secondary_indexes->push_back(local("index" + std::to_string(i), "sk"));
  }
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) + "Number of LocalSecondaryIndexes exceeds per-table limit of 5");
}

TEST_F(CreateTable, WantsASortKeyForLocalIndexes) {
  auto request = simple();
  request.key_schema->pop_back();
  request.local_secondary_indexes = {local("by-sk", "sk")};
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) +
                "Table KeySchema does not have a range key, which is required when specifying a "
                "LocalSecondaryIndex");
}

TEST_F(CreateTable, ChecksProjections) {
  auto request = simple();
  add_index(request, "index", "a");
  auto& projection = request.global_secondary_indexes->front().projection;
  projection = {};
  EXPECT_EQ(refusal(request), std::string(kPrefix) + "Unknown ProjectionType: null");
  projection = {ProjectionType::Include, std::nullopt};
  EXPECT_EQ(refusal(request), std::string(kPrefix) +
                                  "ProjectionType is INCLUDE, but NonKeyAttributes is not "
                                  "specified");
  projection = {ProjectionType::KeysOnly, std::vector<std::string>{"x"}};
  EXPECT_EQ(refusal(request), std::string(kPrefix) +
                                  "ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified");
  projection = {ProjectionType::Include, std::vector<std::string>{"x", "y", "x"}};
  EXPECT_EQ(refusal(request), std::string(kPrefix) + "Duplicate element in NonKeyAttributes: x");
}

TEST_F(CreateTable, GivesEachIndexItsOwnName) {
  auto request = simple();
  request.local_secondary_indexes = {local("index", "sk")};
  add_index(request, "index", "a");
  EXPECT_EQ(refusal(request), std::string(kPrefix) + "Duplicate index name: index");
}

TEST_F(CreateTable, TakesTwentyGlobalIndexes) {
  auto request = simple();
  for (int i = 0; i < 20; ++i) add_index(request, "index" + std::to_string(i), std::to_string(i));
  EXPECT_TRUE(create(request).ok());
  request.table_name = "other";
  add_index(request, "one-more", "x");
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) + "GlobalSecondaryIndex count exceeds the per-table limit of 20");
}

TEST_F(CreateTable, ChecksTheThroughputOfIndexes) {
  auto request = simple();
  add_index(request, "index", "a");
  request.global_secondary_indexes->front().provisioned_throughput = {1, 1};
  EXPECT_EQ(
      refusal(request),
      std::string(kPrefix) +
          "ProvisionedThroughput should not be specified for index: index when BillingMode is "
          "PAY_PER_REQUEST");
  request = provisioned();
  add_index(request, "index", "a");
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) + "ProvisionedThroughput is not specified for index: index");
}

TEST_F(CreateTable, ChecksOnDemandAndWarmThroughput) {
  auto request = provisioned();
  request.on_demand_throughput = {.max_read_request_units = 5};
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) +
                "MaxReadRequestUnits for OnDemandThroughput cannot be specified when the table "
                "BillingMode is PROVISIONED");
  request = simple();
  request.on_demand_throughput = {.max_write_request_units = 0};
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) +
                "Requested MaxWriteRequestUnits for OnDemandThroughput for table is outside of "
                "valid range");
  request = simple();
  request.warm_throughput = {.read_units_per_second = 11'999};
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) +
                "Requested ReadUnitsPerSecond for WarmThroughput for table is lower than initial "
                "throughput for OnDemand");
  request = provisioned(10);
  request.warm_throughput = {.write_units_per_second = 9};
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) +
                "Requested WriteUnitsPerSecond for WarmThroughput for table is lower than "
                "WriteCapacityUnits of ProvisionedThroughput");
}

TEST_F(CreateTable, ChecksStreamEncryptionAndTags) {
  auto request = simple();
  request.stream_specification = {.stream_enabled = true};
  EXPECT_EQ(refusal(request), std::string(kPrefix) +
                                  "Table is being created with a stream enabled, UpdateViewType is "
                                  "required");
  request.stream_specification = {.stream_enabled = false,
                                  .stream_view_type = api::StreamViewType::KeysOnly};
  EXPECT_EQ(refusal(request), std::string(kPrefix) +
                                  "Table is being created with a stream disabled, UpdateViewType "
                                  "should not be specified");
  request = simple();
  request.sse_specification = {.enabled = false, .sse_type = api::SSEType::Kms};
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) + "SSEType can not be specified if Enabled is false");
  request.sse_specification = {.enabled = true, .sse_type = api::SSEType::Aes256};
  EXPECT_EQ(refusal(request), std::string(kPrefix) + "SSEType AES256 is not supported");
  request = simple();
  request.tags = {api::Tag{"aws:x", "1"}};
  EXPECT_EQ(refusal(request), "Tag Key cannot be prefixed with aws:, Key: aws:x");
  request.tags = {api::Tag{"a", "1"}, api::Tag{"a", "2"}};
  EXPECT_EQ(refusal(request), "Duplicate Tag Keys provided as input: Duplicate Tag Key found a");
}

TEST_F(CreateTable, SaysWhatPartitaDoesNotHave) {
  auto request = simple();
  request.resource_policy = "{}";
  EXPECT_EQ(refusal(request), std::string(kPrefix) + "ResourcePolicy is not supported by Partita");
  request = simple();
  request.vector_indexes.emplace();
  EXPECT_EQ(refusal(request), std::string(kPrefix) + "VectorIndexes is not supported by Partita");
  request = simple();
  request.global_table_source_arn = "arn";
  EXPECT_EQ(refusal(request),
            std::string(kPrefix) + "GlobalTableSourceArn is not supported by Partita");
}

TEST_F(CreateTable, GivesEveryIndexAnIdOfItsOwn) {
  auto request = simple();
  request.local_secondary_indexes = {local("local", "sk")};
  add_index(request, "global", "a");
  ASSERT_TRUE(create(request).ok());
  const auto table = catalog_->find("orders");
  EXPECT_EQ(table->find_index("local")->id, keys::IndexId{1});
  EXPECT_EQ(table->find_index("global")->id, keys::IndexId{2});
  EXPECT_EQ(table->next_index_id, keys::IndexId{3});
}

}  // namespace
}  // namespace partita::operations
