// What one server has given to a client is good at another one: real programs on one PostgreSQL.
#include <fstream>
#include <set>

#include "server/rest_server.h"
#include "shared_store/shared_store.h"

namespace partita::testing {
namespace {

constexpr std::string_view kShopModel = R"(
format: 1
model: shop
version: 1
tables:
  main:
    name: shop
    key: {partition: pk}
    enforcement: enforce
    indexes:
      by-kind: {partition: [kind], sort: [made], project: all}
entities:
  Thing:
    table: main
    match: all
    key: {pk: "THING#{id}"}
    attributes:
      id: {type: string, generate: ulid, immutable: true}
      kind: {type: enum, values: [cup, plate], required: true}
      made: {type: timestamp, encode: rfc3339ms, auto: create}
      price: {type: number, min: 0}
patterns:
  add_thing: {put: Thing, mode: create, http: POST /things}
  change_thing: {update: Thing, by: {id: $id}, set: [price], http: "PATCH /things/{id}"}
  by_kind: {query: Thing, where: {kind: $kind}, order: newest, http: GET /things}
)";

class HandOver : public SharedStore {
 protected:
  static HttpAnswer post(const RestServer& server, std::string_view target, std::string_view body) {
    HttpClient client(server.port());
    client.send(fmt::format(
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
        "X-Amz-Date: 20261116T000000Z\r\nX-Amz-Target: {}\r\n"
        "Authorization: AWS4-HMAC-SHA256 Credential=any/20261116/us-east-1/dynamodb/aws4_request, "
        "SignedHeaders=host;x-amz-date;x-amz-target, Signature=00\r\nContent-Length: {}\r\n\r\n{}",
        target, body.size(), body));
    return client.read_answer();
  }
  static HttpAnswer call(const RestServer& server, std::string_view operation,
                         std::string_view body) {
    return post(server, fmt::format("DynamoDB_20120810.{}", operation), body);
  }
  static HttpAnswer call_streams(const RestServer& server, std::string_view operation,
                                 std::string_view body) {
    return post(server, fmt::format("DynamoDBStreams_20120810.{}", operation), body);
  }
  void apply_model() const {
    std::ofstream(file("shop.yaml")) << kShopModel;
    const auto applied =
        run({"model", "apply", file("shop.yaml"), "--endpoint", first_.endpoint()});
    ASSERT_EQ(applied.exit_code, 0) << applied.errors;
    // The other one follows within a second.
    while (!holds(second_.get("/api/models").body, "\"shop\"")) {
    }
  }
  static std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
  }

  const RestServer first_{{"--store", store_}};
  const RestServer second_{{"--store", store_}};
};

TEST_F(HandOver, ThePageThatFollowsOneIsAskedOfAnyServer) {
  apply_model();
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(first_.send("POST /api/shop/things", R"({"kind": "cup"})").status, 201);
  }
  std::set<std::string> ids;
  std::string page;
  int pages = 0;
  do {
    const RestServer& asked = ++pages % 2 == 0 ? second_ : first_;
    const auto answer = asked.get(
        fmt::format("/api/shop/things?kind=cup&limit=1{}{}", page.empty() ? "" : "&page=", page));
    ASSERT_EQ(answer.status, 200) << answer.body;
    ids.insert(json_text(answer.body, "id"));
    page = json_text(answer.body, "next");
  } while (!page.empty());
  ids.erase("");
  EXPECT_EQ(ids.size(), 5U);
}

TEST_F(HandOver, AnItemIsChangedIfItIsAsAnyServerHasShownIt) {
  apply_model();
  const auto made = first_.send("POST /api/shop/things", R"({"kind": "cup"})");
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string etag = header_of(made, "ETag");
  const std::string line = "PATCH /api/shop/things/" + json_text(made.body, "id");
  const std::string if_match = fmt::format("If-Match: {}\r\n", etag);
  EXPECT_EQ(second_.send(line, R"({"price": 1})", if_match).status, 200);
  EXPECT_EQ(first_.send(line, R"({"price": 2})", if_match).status, 412) << "it was changed since";
}

TEST_F(HandOver, ATransactionWithATokenIsAppliedOnceWhoeverIsAsked) {
  ASSERT_EQ(call(first_, "CreateTable", kOrders).status, 200);
  const auto add = [](int number) {
    return fmt::format(R"({{"ClientRequestToken": "token-1", "TransactItems": [{{"Update": {{
        "TableName": "orders", "Key": {{"pk": {{"S": "a"}}}}, "UpdateExpression": "ADD n :n",
        "ExpressionAttributeValues": {{":n": {{"N": "{}"}}}}}}}}]}})",
                       number);
  };
  for (const RestServer* server : {&first_, &second_, &first_}) {
    const auto answer = call(*server, "TransactWriteItems", add(1));
    EXPECT_EQ(answer.status, 200) << answer.body;
  }
  const auto other = call(second_, "TransactWriteItems", add(2));
  EXPECT_TRUE(holds(other.body, "IdempotentParameterMismatchException")) << other.body;
  const auto item =
      call(second_, "GetItem", R"({"TableName": "orders", "Key": {"pk": {"S": "a"}}})");
  EXPECT_TRUE(holds(item.body, R"("n":{"N":"1"})")) << item.body;
}

TEST_F(HandOver, AStreamIsReadOnWhereAnotherServerHasStopped) {
  ASSERT_EQ(call(first_, "CreateTable", R"({"TableName": "orders",
      "BillingMode": "PAY_PER_REQUEST",
      "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_IMAGE"},
      "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
      "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]})")
                .status,
            200);
  for (int i = 0; i < 6; ++i) {
    ASSERT_EQ(call(i % 2 == 0 ? first_ : second_, "PutItem", item(std::to_string(i))).status, 200);
  }
  const auto streams = call_streams(first_, "ListStreams", R"({"TableName": "orders"})");
  const std::string arn = json_text(streams.body, "StreamArn");
  const auto stream =
      call_streams(second_, "DescribeStream", fmt::format(R"({{"StreamArn": "{}"}})", arn));
  ASSERT_EQ(count_of(stream.body, "\"ShardId\":"), 1U) << stream.body;
  std::string iterator = json_text(call_streams(first_, "GetShardIterator",
                                                fmt::format(R"({{"StreamArn": "{}", "ShardId": "{}",
                                   "ShardIteratorType": "TRIM_HORIZON"}})",
                                                            arn, json_text(stream.body, "ShardId")))
                                       .body,
                                   "ShardIterator");
  // Each record from the other server. A record is shown a moment after its commit.
  std::size_t records = 0;
  for (int turn = 0; records < 6; ++turn) {
    const auto answer =
        call_streams(turn % 2 == 0 ? second_ : first_, "GetRecords",
                     fmt::format(R"({{"ShardIterator": "{}", "Limit": 1}})", iterator));
    ASSERT_EQ(answer.status, 200) << answer.body;
    const std::size_t found = count_of(answer.body, "\"eventID\":");
    ASSERT_LE(found, 1U);
    if (found == 1) {
      EXPECT_TRUE(holds(answer.body, fmt::format(R"("pk":{{"S":"{}"}})", records))) << answer.body;
    }
    records += found;
    iterator = json_text(answer.body, "NextShardIterator");
  }
}

}  // namespace
}  // namespace partita::testing
