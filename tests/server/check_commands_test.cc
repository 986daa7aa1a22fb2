// Whether what is stored agrees with itself, asked for by a person: of a running server, with
// writers at work, and of data that no server has open.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "database/store.h"
#include "engine/retry.h"
#include "partita/base/task.h"
#include "server/api_client.h"
#include "server/program_fixture.h"
#include "store/keys/key_space.h"

namespace partita::testing {
namespace {

constexpr std::string_view kCreateOrders = R"({"TableName":"orders","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"},
      {"AttributeName":"state","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
    "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"},
    "GlobalSecondaryIndexes":[{"IndexName":"byState",
      "KeySchema":[{"AttributeName":"state","KeyType":"HASH"}],
      "Projection":{"ProjectionType":"ALL"}}]})";
constexpr std::string_view kRecoverOrders = R"({"TableName":"orders",
    "PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}})";

class CheckCommands : public ProgramTest {
 protected:
  static void expect_ok(const HttpAnswer& answer) { EXPECT_EQ(answer.status, 200) << answer.body; }
  static void make_table(ApiClient& client) {
    expect_ok(client.send("CreateTable", std::string(kCreateOrders)));
    expect_ok(client.send("UpdateContinuousBackups", std::string(kRecoverOrders)));
    for (int i = 0; i < 50; ++i) put(client, i, "open");
  }
  static void put(ApiClient& client, int number, std::string_view state) {
    expect_ok(client.send("PutItem", fmt::format(R"({{"TableName":"orders","Item":{{
        "id":{{"S":"{}"}},"state":{{"S":"{}"}}}}}})",
                                                 number, state)));
  }
  static Outcome ask(const ServerProcess& server, std::vector<std::string> words) {
    words.insert(words.end(), {"--endpoint", fmt::format("http://127.0.0.1:{}", server.port())});
    return run(words);
  }
  static void stop(ServerProcess& server) {
    server.signal(SIGTERM);
    ASSERT_EQ(server.wait(), 0);
  }

  // Takes the last row of the space away: the last entry of the index in that of items.
  void damage(keys::Space space) const {
    database::RocksdbStore store;
    store.directory = data();
    const auto engine = database::open_engine(store).value();
    const auto range = keys::space_range(space);
    Bytes last;
    const auto keep = [&](ByteView key, ByteView) {
      last = Bytes(key);
      return engine::Visit::Stop;
    };
    const engine::Range backward{
        .begin = range.begin, .end = range.end, .direction = engine::Direction::Backward};
    ASSERT_TRUE(sync_wait(engine->scan(backward, keep)).ok());
    ASSERT_FALSE(last.empty());
    const auto body = [&](engine::Transaction& transaction) {
      transaction.erase(Bytes(last));
      return Task<Status>::ready({});
    };
    ASSERT_TRUE(sync_wait(engine::run(*engine, body)).ok());
  }
};

TEST_F(CheckCommands, AServerAgreesWithItselfWhileItIsWritten) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  make_table(client);
  std::atomic<bool> is_over{false};
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 3; ++writer) {
    writers.emplace_back([&, writer] {
      ApiClient own(server.port());
      for (int i = 0; !is_over; ++i) put(own, writer * 100 + i % 100, i % 2 == 0 ? "a" : "b");
    });
  }
  for (int round = 0; round < 3; ++round) {
    const auto checked = ask(server, {"check"});
    EXPECT_EQ(checked.exit_code, 0) << checked.output << checked.errors;
    EXPECT_NE(checked.output.find("all that is stored agrees"), std::string::npos);
  }
  is_over = true;
  for (auto& writer : writers) writer.join();
  stop(server);
  EXPECT_EQ(run({"check", "--data", data()}).exit_code, 0);
}

TEST_F(CheckCommands, BothWaysFindAnEntryThatIsMissing) {
  {
    ServerProcess server(serve());
    ApiClient client(server.port());
    make_table(client);
    stop(server);
  }
  damage(keys::Space::Items);
  const auto offline = run({"check", "--data", data()});
  EXPECT_EQ(offline.exit_code, 1);
  EXPECT_NE(offline.output.find("it has no entry in index byState"), std::string::npos)
      << offline.output;
  EXPECT_NE(offline.output.find("table orders, index of {\"id\":"), std::string::npos);
  ServerProcess server(serve());
  const auto online = ask(server, {"check", "--json"});
  EXPECT_EQ(online.exit_code, 1);
  EXPECT_NE(online.output.find("\"state\": \"done\""), std::string::npos) << online.output;
  EXPECT_NE(online.output.find("\"disagreements\": 1"), std::string::npos) << online.output;
  EXPECT_NE(online.output.find("\"about\": \"index\""), std::string::npos) << online.output;
}

TEST_F(CheckCommands, FindsARecordAndAChangeThatAreMissing) {
  {
    ServerProcess server(serve());
    ApiClient client(server.port());
    make_table(client);
    for (int i = 0; i < 50; ++i) put(client, i, "done");
    stop(server);
  }
  damage(keys::Space::StreamLog);
  damage(keys::Space::History);
  const auto checked = run({"check", "--data", data(), "--json"});
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_NE(checked.output.find("\"status\":\"failed\""), std::string::npos);
  EXPECT_NE(checked.output.find("\"about\":\"stream\""), std::string::npos) << checked.output;
  EXPECT_NE(checked.output.find("\"about\":\"history\""), std::string::npos) << checked.output;
}

TEST_F(CheckCommands, AServerInMemoryCanBeAskedToo) {
  ServerProcess server({"serve", "--listen", "127.0.0.1:0", "--memory"});
  ApiClient client(server.port());
  make_table(client);
  const auto checked = ask(server, {"check"});
  EXPECT_EQ(checked.exit_code, 0) << checked.errors;
  EXPECT_EQ(checked.output, "all that is stored agrees with 50 items\n");
}

TEST_F(CheckCommands, NobodyIsAskedIfThereIsNoServer) {
  const auto checked = run({"check", "--endpoint", "http://127.0.0.1:1"});
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_NE(checked.errors.find("127.0.0.1:1"), std::string::npos) << checked.errors;
}

}  // namespace
}  // namespace partita::testing
