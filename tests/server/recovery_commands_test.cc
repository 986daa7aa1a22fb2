// Tables and items of the past, asked for by a person; and servers that are killed meanwhile.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "partita/base/clock.h"
#include "server/api_client.h"
#include "server/program_fixture.h"

namespace partita::testing {
namespace {

constexpr std::string_view kCreate = R"({"TableName":"orders","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"},
      {"AttributeName":"state","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
    "GlobalSecondaryIndexes":[{"IndexName":"byState",
      "KeySchema":[{"AttributeName":"state","KeyType":"HASH"}],
      "Projection":{"ProjectionType":"ALL"}}]})";
constexpr std::string_view kSwitchOn = R"({"TableName":"orders",
    "PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}})";

class RecoveryCommands : public ProgramTest {
 protected:
  static void expect_ok(const HttpAnswer& answer) { EXPECT_EQ(answer.status, 200) << answer.body; }
  static void make_table(ApiClient& client) {
    expect_ok(client.send("CreateTable", std::string(kCreate)));
    expect_ok(client.send("UpdateContinuousBackups", std::string(kSwitchOn)));
  }
  static void put(ApiClient& client, std::string_view state) {
    expect_ok(client.send(
        "PutItem",
        fmt::format(R"({{"TableName":"orders","Item":{{"id":{{"S":"7"}},"state":{{"S":"{}"}}}}}})",
                    state)));
  }
  static Outcome ask(const ServerProcess& server, std::vector<std::string> words) {
    words.insert(words.end(), {"--endpoint", fmt::format("http://127.0.0.1:{}", server.port())});
    return run(words);
  }
  static bool is_active(ApiClient& client, std::string_view table) {
    const auto answer = client.send("DescribeTable", fmt::format(R"({{"TableName":"{}"}})", table));
    return answer.body.find(R"("TableStatus":"ACTIVE")") != std::string::npos;
  }
  static void wait_for(ApiClient& client, std::string_view table) {
    const auto deadline = Clock::system().monotonic_now() + std::chrono::seconds(60);
    while (!is_active(client, table)) {
      ASSERT_LT(Clock::system().monotonic_now(), deadline) << table;
    }
  }
  static std::string count(ApiClient& client, std::string_view table, std::string_view more = "") {
    return client
        .send("Scan", fmt::format(R"({{"TableName":"{}","Select":"COUNT"{}}})", table, more))
        .body;
  }
};

TEST_F(RecoveryCommands, BringATableBackAndTellWhatHasHappenedToAnItem) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  make_table(client);
  put(client, "open");
  const auto restored = ask(server, {"restore", "orders", "--to", "then"});
  EXPECT_EQ(restored.exit_code, 0) << restored.errors;
  EXPECT_NE(restored.output.find("table then is being made of what orders was at "),
            std::string::npos)
      << restored.output;
  put(client, "sent");
  wait_for(client, "then");
  EXPECT_NE(client.send("Scan", R"({"TableName":"then"})").body.find(R"({"S":"open"})"),
            std::string::npos);
  const auto history = ask(server, {"history", "orders", R"({"id":"7"})"});
  EXPECT_EQ(history.exit_code, 0) << history.errors;
  EXPECT_NE(history.output.find("  changed  by "), std::string::npos) << history.output;
  EXPECT_NE(history.output.find(", request "), std::string::npos) << history.output;
  EXPECT_NE(history.output.find("\n    state: \"open\" -> \"sent\"\n"), std::string::npos);
  EXPECT_NE(history.output.find("\n    id: nothing -> \"7\"\n"), std::string::npos);
}

TEST_F(RecoveryCommands, SayWhatAKeyIs) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  make_table(client);
  for (const char* const key : {"7", "id=7", "{\"id\":"}) {
    const std::string told = R"(the key is no object in JSON such as {"id":"7"})";
    expect_failure(ask(server, {"history", "orders", key}), 1, told);
    expect_failure(ask(server, {"undo", "orders", "--item", key}), 1, told);
  }
}

TEST_F(RecoveryCommands, AskAServerAndNeverOpenItsData) {
  for (const auto& words :
       {std::vector<std::string>{"restore", "orders", "--to", "then"},
        std::vector<std::string>{"history", "orders", "{}"}, std::vector<std::string>{"jobs"},
        std::vector<std::string>{"top"}, std::vector<std::string>{"capacity", "orders"},
        std::vector<std::string>{"faults", "show"}}) {
    auto asked = words;
    asked.insert(asked.end(), {"--data", data()});
    expect_failure(run(asked), 2, "has no option --data");
  }
}

TEST_F(RecoveryCommands, MakeNoTableWithANameThatNoTableCanHave) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  make_table(client);
  const std::string long_name(256, 'n');
  for (const std::string& name : {std::string("x"), std::string("../../outside"),
                                  std::string("a table"), std::string("t\u00e4ble"), long_name}) {
    const auto refused = ask(server, {"restore", "orders", "--to", name});
    expect_failure(refused, 1, "at 'tableName' failed to satisfy constraint: Member must ");
  }
  expect_failure(ask(server, {"restore", "orders", "--to",
                              "arn:aws:dynamodb:us-east-1:000000000000:table/orders-again"}),
                 1, "A new table can not have the name arn:");
  EXPECT_EQ(client.send("ListTables", "{}").body, R"({"TableNames":["orders"]})");
}

TEST_F(RecoveryCommands, TakeTheLastChangeOfAnItemBackIfSomebodyAgrees) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  make_table(client);
  put(client, "open");
  put(client, "sent");
  const std::string item = R"({"id":"7"})";
  const auto preview = ask(server, {"undo", "orders", "--item", item});
  EXPECT_EQ(preview.exit_code, 0) << preview.errors;
  EXPECT_NE(preview.output.find("change back\n    state: \"sent\" -> \"open\"\n"),
            std::string::npos)
      << preview.output;
  EXPECT_NE(preview.output.find("nothing was changed; --yes does it"), std::string::npos);
  const std::string key = R"({"TableName":"orders","Key":{"id":{"S":"7"}},"ConsistentRead":true})";
  EXPECT_NE(client.send("GetItem", key).body.find("sent"), std::string::npos);
  EXPECT_EQ(ask(server, {"undo", "orders", "--item", item, "--yes"}).exit_code, 0);
  EXPECT_NE(client.send("GetItem", key).body.find("open"), std::string::npos);
  const auto history = ask(server, {"history", "orders", item});
  EXPECT_NE(history.output.find("  changed  by undo"), std::string::npos) << history.output;
}

TEST_F(RecoveryCommands, TakeAllThatARequestHasDoneBack) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  make_table(client);
  expect_ok(client.send("BatchWriteItem", R"({"RequestItems":{"orders":[
      {"PutRequest":{"Item":{"id":{"S":"7"},"state":{"S":"open"}}}},
      {"PutRequest":{"Item":{"id":{"S":"8"},"state":{"S":"open"}}}}]}})"));
  const auto history = ask(server, {"history", "orders", R"({"id":"7"})"});
  const auto at = history.output.find("request ");
  ASSERT_NE(at, std::string::npos) << history.output;
  const std::string request = history.output.substr(at + 8, 12);
  const auto undone = ask(server, {"undo", "orders", "--request", request, "--yes"});
  EXPECT_EQ(undone.exit_code, 0) << undone.errors;
  EXPECT_NE(undone.output.find("2 items are taken back"), std::string::npos) << undone.output;
  EXPECT_NE(count(client, "orders").find(R"("Count":0)"), std::string::npos);
  expect_failure(ask(server, {"undo", "orders", "--request", "no-id"}), 1, "x-amzn-RequestId");
  expect_failure(ask(server, {"undo", "orders"}), 2, "--item, --request or --access-key");
}

// What is done is done; the same command does the rest.
TEST_F(RecoveryCommands, AnUndoGoesOnAfterTheServerWasKilled) {
  constexpr int kBatches = 60;
  const std::vector<std::string> undo{
      "undo",   "orders",     "--access-key", std::string(ApiClient::kAccessKeyId),
      "--from", "2020-01-01", "--yes"};
  {
    ServerProcess server(serve());
    ApiClient client(server.port());
    make_table(client);
    for (int batch = 0; batch < kBatches; ++batch) {
      std::string items;
      for (int i = 0; i < 25; ++i) {
        items += fmt::format(R"({}{{"PutRequest":{{"Item":{{"id":{{"S":"{}-{}"}}}}}}}})",
                             i == 0 ? "" : ",", batch, i);
      }
      expect_ok(client.send("BatchWriteItem",
                            fmt::format(R"({{"RequestItems":{{"orders":[{}]}}}})", items)));
    }
    const std::jthread asking([&] { static_cast<void>(ask(server, undo)); });
    const std::string all = fmt::format(R"("Count":{},)", kBatches * 25);
    const auto deadline = Clock::system().monotonic_now() + std::chrono::seconds(60);
    while (count(client, "orders").find(all) != std::string::npos) {
      ASSERT_LT(Clock::system().monotonic_now(), deadline);
    }
    server.signal(SIGKILL);
    server.wait();
  }
  ServerProcess server(serve());
  ApiClient client(server.port());
  const auto rest = ask(server, undo);
  EXPECT_EQ(rest.exit_code, 0) << rest.errors << server.errors();
  EXPECT_NE(count(client, "orders").find(R"("Count":0)"), std::string::npos);
}

TEST_F(RecoveryCommands, SayWhyNot) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  expect_failure(ask(server, {"restore", "orders", "--to", "then"}), 1, "Table not found: orders");
  expect_ok(client.send("CreateTable", std::string(kCreate)));
  expect_failure(ask(server, {"restore", "orders", "--to", "then"}), 1,
                 "Point in time recovery is not enabled for table 'orders'");
  expect_failure(ask(server, {"history", "orders", R"({"id":"7"})"}), 1, "is off");
  expect_ok(client.send("UpdateContinuousBackups", std::string(kSwitchOn)));
  expect_failure(ask(server, {"history", "orders", R"({"other":"7"})"}), 1, "key");
  expect_failure(ask(server, {"restore", "orders", "--to", "then", "--at", "2020-01-01"}), 1,
                 "must be within EarliestRestorableDateTime");
}

// Three times at moments that nobody chooses; then the table is whole, and counted right.
TEST_F(RecoveryCommands, ARestoreGoesOnAfterTheServerWasKilled) {
  constexpr int kBatches = 120;
  constexpr int kItems = kBatches * 25;
  {
    ServerProcess server(serve());
    ApiClient client(server.port());
    make_table(client);
    for (int batch = 0; batch < kBatches; ++batch) {
      std::string items;
      for (int i = 0; i < 25; ++i) {
        items += fmt::format(
            R"({}{{"PutRequest":{{"Item":{{"id":{{"S":"{}-{}"}},"state":{{"S":"{}"}}}}}}}})",
            i == 0 ? "" : ",", batch, i, batch % 3);
      }
      expect_ok(client.send("BatchWriteItem",
                            fmt::format(R"({{"RequestItems":{{"orders":[{}]}}}})", items)));
    }
    EXPECT_EQ(ask(server, {"restore", "orders", "--to", "then"}).exit_code, 0);
    server.signal(SIGKILL);
    server.wait();
  }
  for (int kill = 0; kill < 2; ++kill) {
    ServerProcess server(serve());
    ApiClient client(server.port());
    for (int asked = 0; asked < kill * 20; ++asked) is_active(client, "then");
    server.signal(SIGKILL);
    server.wait();
  }
  ServerProcess server(serve());
  ApiClient client(server.port());
  wait_for(client, "then");
  EXPECT_EQ(count(client, "then"), fmt::format(R"({{"Count":{0},"ScannedCount":{0}}})", kItems));
  EXPECT_EQ(count(client, "then", R"(,"IndexName":"byState")"),
            fmt::format(R"({{"Count":{0},"ScannedCount":{0}}})", kItems));
}

}  // namespace
}  // namespace partita::testing
