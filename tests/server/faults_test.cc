// Faults that somebody asks for: how they are set, and that nobody can overlook them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "server/api_client.h"
#include "server/program_fixture.h"

namespace partita::testing {
namespace {

constexpr std::string_view kTable = R"({"TableName":"Tunes","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})";
constexpr std::string_view kPut = R"({"TableName":"Tunes","Item":{"pk":{"S":"a"}}})";

class FaultsOfAServer : public ProgramTest {
 protected:
  std::string rules(std::string_view text) const {
    const std::string path = file("faults.yaml");
    std::ofstream(path) << text;
    return path;
  }
  static Outcome faults(const ServerProcess& server, std::vector<std::string> words) {
    words.insert(words.begin(), "faults");
    words.insert(words.end(), {"--endpoint", fmt::format("http://127.0.0.1:{}", server.port())});
    return run(words);
  }
  static bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != text.npos;
  }
};

TEST_F(FaultsOfAServer, AreRefusedUnlessItWasStartedForThem) {
  ServerProcess server(serve());
  const std::string path = rules("rules: [{kind: throttle}]");
  expect_failure(faults(server, {"set", path}), 1, "start it with --allow-faults");
  const auto shown = faults(server, {"show"});
  EXPECT_EQ(shown.output, "no faults are set, and the server allows none (serve --allow-faults)\n");
  ApiClient client(server.port());
  EXPECT_EQ(client.send("CreateTable", kTable).status, 200);
  EXPECT_EQ(client.send("PutItem", kPut).status, 200);
}

TEST_F(FaultsOfAServer, AreSetShownAndClearedByCommands) {
  ServerProcess server(serve({"--allow-faults"}));
  ApiClient client(server.port());
  ASSERT_EQ(client.send("CreateTable", kTable).status, 200);
  const std::string path =
      rules("rules: [{kind: internal_error, operations: PutItem, tables: Tunes, every: 2}]");
  const auto set = faults(server, {"set", path});
  EXPECT_EQ(set.exit_code, 0) << set.errors;
  EXPECT_TRUE(holds(set.output, "every 2")) << set.output;
  EXPECT_EQ(client.send("PutItem", kPut).status, 200);
  EXPECT_EQ(client.send("PutItem", kPut).status, 500);
  const auto shown = faults(server, {"show", "--json"});
  EXPECT_TRUE(holds(shown.output, R"("matched": 2)")) << shown.output;
  EXPECT_TRUE(holds(shown.output, R"("met": 1)")) << shown.output;
  EXPECT_EQ(faults(server, {"clear"}).output, "no faults are set\n");
  for (int i = 0; i < 4; ++i) EXPECT_EQ(client.send("PutItem", kPut).status, 200);
}

TEST_F(FaultsOfAServer, AreToldWhereverSomebodyLooks) {
  const std::string path = rules("rules: [{kind: unavailable, operations: PutItem}]");
  ServerProcess server(serve({"--faults", path, "--log", "json"}));
  server.read_errors_until("FAULTS ARE ON");
  ApiClient client(server.port());
  ASSERT_EQ(client.send("CreateTable", kTable).status, 200);
  const auto refused = client.send("PutItem", kPut);
  EXPECT_EQ(refused.status, 503);
  EXPECT_TRUE(holds(refused.head, "X-Partita-Fault: unavailable")) << refused.head;
  server.read_errors_until(R"("fault":"unavailable")");
  EXPECT_TRUE(holds(server.client().get("/health").body, R"("faults":"unavailable")"));
  const auto metrics = server.client().get("/metrics").body;
  EXPECT_TRUE(holds(metrics, "partita_fault_rules 1\n")) << metrics;
  EXPECT_TRUE(holds(metrics, "partita_faults_total{kind=\"unavailable\"} 1\n"));
  EXPECT_EQ(faults(server, {"clear"}).exit_code, 0);
  server.read_errors_until("faults are off");
  EXPECT_FALSE(holds(server.client().get("/health").body, "faults"));
  EXPECT_EQ(client.send("PutItem", kPut).status, 200);
}

TEST_F(FaultsOfAServer, OfAWrongFileKeepItFromStarting) {
  const std::string path = rules("rules:\n  - kind: throtle\n");
  const auto outcome = run(serve({"--faults", path}));
  expect_failure(outcome, 1, "line 2");
  EXPECT_TRUE(holds(outcome.errors, "faults.yaml")) << outcome.errors;
  const auto missing = run(serve({"--faults", file("nothing.yaml")}));
  EXPECT_EQ(missing.exit_code, 1);
}

TEST_F(FaultsOfAServer, DropTheConnectionAndNothingElse) {
  const std::string path =
      rules("rules: [{kind: drop_connection, operations: PutItem, count: 1, applied: true}]");
  ServerProcess server(serve({"--faults", path}));
  ApiClient client(server.port());
  ASSERT_EQ(client.send("CreateTable", kTable).status, 200);
  EXPECT_EQ(client.send("PutItem", kPut).status, 0) << "no answer";
  const auto got = client.send(
      "GetItem", R"({"TableName":"Tunes","Key":{"pk":{"S":"a"}},"ConsistentRead":true})");
  EXPECT_TRUE(holds(got.body, R"("Item")")) << "it was carried out";
}

TEST_F(FaultsOfAServer, AreForWhoSignsWhereAllMustSign) {
  ServerProcess server(serve({"--allow-faults"}), ApiClient::access_key_variables());
  EXPECT_EQ(server.client().get("/api/faults").status, 403);
  const auto unsigned_set = faults(server, {"set", rules("rules: [{kind: throttle}]")});
  EXPECT_EQ(unsigned_set.exit_code, 1);
}

}  // namespace
}  // namespace partita::testing
