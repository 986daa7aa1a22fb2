// How often each operation asks the store. On an engine inside this process a way to the store
// costs almost nothing; over a network it is most of what an operation costs. So the numbers are
// exact: one more has to be meant, and is then written down here and in docs/ARCHITECTURE.md.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "database/database.h"
#include "modelled/registry/model_store.h"
#include "partita/base/task.h"
#include "support/engines/counting_engine.h"
#include "wire/endpoints/dispatcher.h"

namespace partita {
namespace {

using testing::CountingEngine;

constexpr std::string_view kPlain = R"({"TableName": "plain", "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                             {"AttributeName": "sk", "AttributeType": "S"},
                             {"AttributeName": "group", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"},
                  {"AttributeName": "sk", "KeyType": "RANGE"}],
    "GlobalSecondaryIndexes": [
      {"IndexName": "byGroup", "Projection": {"ProjectionType": "ALL"},
       "KeySchema": [{"AttributeName": "group", "KeyType": "HASH"}]}]})";

constexpr std::string_view kLocal = R"({"TableName": "local", "BillingMode": "PAY_PER_REQUEST",
    "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                             {"AttributeName": "sk", "AttributeType": "S"},
                             {"AttributeName": "day", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"},
                  {"AttributeName": "sk", "KeyType": "RANGE"}],
    "LocalSecondaryIndexes": [
      {"IndexName": "byDay", "Projection": {"ProjectionType": "KEYS_ONLY"},
       "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"},
                     {"AttributeName": "day", "KeyType": "RANGE"}]}]})";

constexpr std::string_view kIfAbsent =
    R"json(, "ConditionExpression": "attribute_not_exists(pk)")json";

// Two values that are unique, two references, and a row for each version.
constexpr std::string_view kShop = R"(
format: 1
model: shop
version: 1
tables:
  shop: {name: shop, key: {partition: pk, sort: sk}, billing: {mode: on_demand}}
entities:
  Person:
    key: {pk: 'PERSON#{name}', sk: DATA}
    attributes:
      name: {type: string}
  Plain:
    key: {pk: 'PLAIN#{id}', sk: DATA}
    attributes:
      id: {type: string}
      text: {type: string, required: true}
  Order:
    key: {pk: 'ORDER#{id}', sk: LATEST}
    attributes:
      id: {type: string}
      number: {type: string}
      code: {type: string}
      buyer: {type: string, references: Person}
      seller: {type: string, references: Person}
      version: {type: int}
      savedAt: {type: timestamp, encode: epoch_ms}
    unique: [{on: [number]}, {on: [code]}]
    versioned:
      row: {pk: 'ORDER#{id}', sk: 'V#{version:04}'}
      number: version
      time: savedAt
      keep: 2
)";

class RoundTripsOf : public ::testing::Test {
 protected:
  RoundTripsOf() {
    const database::Store below = database::MemoryStore{};
    auto engine = std::make_unique<CountingEngine>(database::open_engine(below).value());
    database_ = database::Database::open_on(std::move(engine), database::traits_of(below),
                                            {.timed_work = database::TimedWork::ByHand})
                    .value();
    EXPECT_EQ(send("CreateTable", kPlain), 200);
    EXPECT_EQ(send("CreateTable", kLocal), 200);
    const registry::ModelSource source{
        .file_name = "shop.yaml", .text = std::string(kShop), .params = {}};
    EXPECT_TRUE(sync_wait(database_->models().apply(source, {.enforces = true})).ok());
    for (int i = 0; i < 30; ++i) put("plain", i);
    put_person("ann");
    put_person("bob");
  }

  int send(std::string_view operation, std::string_view body) {
    protocol::HttpResponse response;
    const std::string target = fmt::format("DynamoDB_20120810.{}", operation);
    const auto status = sync_wait(
        endpoints::Dispatcher(*database_).dispatch({.target = target, .body = body}, response));
    answer_ = response.take_body();
    return static_cast<int>(status);
  }

  // "1 get, 1 commit", and the status if it is not 200.
  std::string trips(std::string_view operation, std::string_view body) {
    CountingEngine::of_this_thread() = {};
    const int status = send(operation, body);
    const std::string text = CountingEngine::of_this_thread().text();
    return status == 200 ? text : fmt::format("{}: {}", status, text);
  }

  static std::string key(int i) {
    return fmt::format(R"({{"pk": {{"S": "p"}}, "sk": {{"S": "{}"}}}})", i);
  }
  static std::string item(int i) {
    return fmt::format(R"({{"pk": {{"S": "p"}}, "sk": {{"S": "{}"}}, "group": {{"S": "g"}},
                            "day": {{"S": "d"}}}})",
                       i);
  }
  // The text for each number from 0 on, with commas between.
  template <typename Text>
  static std::string list(int count, Text text) {
    std::string all;
    for (int i = 0; i < count; ++i) all += (i == 0 ? "" : ", ") + text(i);
    return all;
  }
  void put(std::string_view table, int i) {
    EXPECT_EQ(send("PutItem", fmt::format(R"({{"TableName": "{}", "Item": {}}})", table, item(i))),
              200);
  }
  void put_person(std::string_view name) {
    EXPECT_EQ(send("PutItem", fmt::format(R"({{"TableName": "shop", "Item":
        {{"pk": {{"S": "PERSON#{0}"}}, "sk": {{"S": "DATA"}}, "name": {{"S": "{0}"}}}}}})",
                                          name)),
              200)
        << answer_;
  }
  static std::string order(std::string_view number, std::string_view id = "1") {
    return fmt::format(R"({{"TableName": "shop", "Item": {{
        "pk": {{"S": "ORDER#{1}"}}, "sk": {{"S": "LATEST"}}, "id": {{"S": "{1}"}},
        "number": {{"S": "n{0}"}}, "code": {{"S": "c{0}"}},
        "buyer": {{"S": "ann"}}, "seller": {{"S": "bob"}}}}}})",
                       number, id);
  }

  std::unique_ptr<database::Database> database_;
  std::string answer_;
};

TEST_F(RoundTripsOf, ReadsOfItems) {
  EXPECT_EQ(trips("GetItem", R"({"TableName": "plain", "Key": )" + key(1) + "}"), "1 get");
  const auto batch_of = [](int keys) {
    return R"({"RequestItems": {"plain": {"Keys": [)" + list(keys, key) + "]}}}";
  };
  // A few first, to know how large they are: an answer takes a bounded part of memory.
  EXPECT_EQ(trips("BatchGetItem", batch_of(8)), "1 get");
  EXPECT_EQ(trips("BatchGetItem", batch_of(30)), "2 gets");
  const auto one = [](int i) {
    return R"({"Get": {"TableName": "plain", "Key": )" + key(i) + "}}";
  };
  EXPECT_EQ(trips("TransactGetItems", R"({"TransactItems": [)" + list(30, one) + "]}"), "1 get");
}

TEST_F(RoundTripsOf, PagesOfAQueryAndAScan) {
  EXPECT_EQ(trips("Query", R"({"TableName": "plain", "KeyConditionExpression": "pk = :p",
                              "ExpressionAttributeValues": {":p": {"S": "p"}}})"),
            "1 scan");
  EXPECT_EQ(trips("Query", R"({"TableName": "plain", "IndexName": "byGroup",
                              "KeyConditionExpression": "#g = :g",
                              "ExpressionAttributeNames": {"#g": "group"},
                              "ExpressionAttributeValues": {":g": {"S": "g"}}})"),
            "1 scan");
  EXPECT_EQ(trips("Scan", R"({"TableName": "plain"})"), "1 scan");
  for (int i = 0; i < 3; ++i) put("local", i);
  // A narrow index that has to fetch what it does not hold.
  EXPECT_EQ(trips("Query", R"({"TableName": "local", "IndexName": "byDay",
                              "Select": "ALL_ATTRIBUTES", "KeyConditionExpression": "pk = :p",
                              "ExpressionAttributeValues": {":p": {"S": "p"}}})"),
            "1 get, 1 scan");
}

TEST_F(RoundTripsOf, WritesOfOneItem) {
  const auto put_of = [](int i, std::string_view rest) {
    return fmt::format(R"({{"TableName": "plain", "Item": {}{}}})", item(i), rest);
  };
  EXPECT_EQ(trips("PutItem", put_of(98, "")), "1 get, 1 commit");
  // The same once more: there is nothing to be written.
  EXPECT_EQ(trips("PutItem", put_of(98, "")), "1 get");
  EXPECT_EQ(trips("PutItem", put_of(99, kIfAbsent)), "1 get, 1 commit");
  // What refuses is known with the first answer: nothing is left to be asked.
  EXPECT_EQ(trips("PutItem", put_of(1, kIfAbsent)), "400: 1 get");
  EXPECT_EQ(trips("UpdateItem", R"({"TableName": "plain", "UpdateExpression": "SET v = :v",
                                   "ExpressionAttributeValues": {":v": {"S": "x"}},
                                   "Key": )" +
                                    key(1) + "}"),
            "1 get, 1 commit");
  EXPECT_EQ(trips("DeleteItem", R"({"TableName": "plain", "Key": )" + key(1) + "}"),
            "1 get, 1 commit");
}

// The size of the collection and the record of the stream cost no way of their own.
TEST_F(RoundTripsOf, WritesToATableWithALocalIndexAndAStream) {
  EXPECT_EQ(trips("PutItem", R"({"TableName": "local", "Item": )" + item(1) + "}"),
            "1 get, 1 commit");
  EXPECT_EQ(trips("DeleteItem", R"({"TableName": "local", "Key": )" + key(1) + "}"),
            "1 get, 1 commit");
}

TEST_F(RoundTripsOf, WritesOfManyItems) {
  const auto put_request = [](int i) {
    return R"({"PutRequest": {"Item": )" + item(100 + i) + "}}";
  };
  EXPECT_EQ(
      trips("BatchWriteItem", R"({"RequestItems": {"plain": [)" + list(25, put_request) + "]}}"),
      "1 get, 1 commit");
  const auto put_action = [](int i) {
    return R"({"Put": {"TableName": "local", "Item": )" + item(i) + "}}";
  };
  EXPECT_EQ(trips("TransactWriteItems", R"({"TransactItems": [)" + list(25, put_action) + "]}"),
            "1 get, 1 commit");
  // The token is read and written with the items.
  EXPECT_EQ(trips("TransactWriteItems", R"({"ClientRequestToken": "token", "TransactItems": [)" +
                                            list(25, put_action) + "]}"),
            "1 get, 1 commit");
}

// All rows that the rules ask for are one get behind that of the item.
TEST_F(RoundTripsOf, WritesThatAModelRules) {
  EXPECT_EQ(trips("PutItem", R"({"TableName": "shop", "Item": {"pk": {"S": "PLAIN#1"},
                                "sk": {"S": "DATA"}, "id": {"S": "1"}, "text": {"S": "t"}}})"),
            "1 get, 1 commit");
  EXPECT_EQ(trips("PutItem", R"({"TableName": "shop", "Item": {"pk": {"S": "PLAIN#1"},
                                "sk": {"S": "DATA"}, "id": {"S": "1"}}})"),
            "400: 1 get");
  // New: two values are claimed, two items referred to, the row of a version is written, and it
  // is looked for versions that an item of this key had before.
  EXPECT_EQ(trips("PutItem", order("1")), "2 gets, 1 scan, 1 commit") << answer_;
  // Two values are given up, two claimed.
  EXPECT_EQ(trips("PutItem", order("2")), "2 gets, 1 commit") << answer_;
  EXPECT_EQ(trips("DeleteItem", R"({"TableName": "shop", "Key": {"pk": {"S": "ORDER#1"},
                                   "sk": {"S": "LATEST"}}})"),
            "2 gets, 1 commit")
      << answer_;
}

// Each item asks for its own rows: two gets and a scan here, and what the first has written counts
// for the second, which is why its item is read once more.
TEST_F(RoundTripsOf, TransactionsThatAModelRules) {
  const std::string both = R"({"TransactItems": [{"Put": )" + order("1", "1") + R"(}, {"Put": )" +
                           order("2", "2") + "}]}";
  EXPECT_EQ(trips("TransactWriteItems", both), "4 gets, 2 scans, 1 commit") << answer_;
}

}  // namespace
}  // namespace partita
