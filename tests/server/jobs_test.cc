// What a server does behind its requests, asked by a person.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/clock.h"
#include "server/api_client.h"
#include "server/program_fixture.h"

namespace partita::testing {
namespace {

class JobsOfAServer : public ProgramTest {
 protected:
  static Outcome jobs(const ServerProcess& server, std::vector<std::string> more = {}) {
    more.insert(more.begin(),
                {"jobs", "--endpoint", fmt::format("http://127.0.0.1:{}", server.port())});
    return run(more);
  }
  static bool shows(const Outcome& outcome, std::string_view part) {
    return outcome.output.find(part) != std::string::npos;
  }
};

TEST_F(JobsOfAServer, AreShownAsATableAndAsJson) {
  ServerProcess server(serve());
  const auto table = jobs(server);
  EXPECT_EQ(table.exit_code, 0) << table.errors;
  EXPECT_TRUE(shows(table, "deletes items whose TTL is over")) << table.output;
  const auto json = jobs(server, {"--json"});
  EXPECT_EQ(json.output.find(R"({)"), 0U);
  EXPECT_TRUE(shows(json, R"("name": "expiry")")) << json.output;
  EXPECT_EQ(server.client().get("/api/jobs").status, 200);
}

TEST_F(JobsOfAServer, APausedJobStaysSoUntilItIsResumed) {
  ServerProcess server(serve({"--ttl-interval", "10"}));
  EXPECT_TRUE(shows(jobs(server, {"--pause", "expiry"}), "paused"));
  EXPECT_TRUE(shows(jobs(server), "paused"));
  EXPECT_FALSE(shows(jobs(server, {"--resume", "expiry"}), "paused"));
  expect_failure(jobs(server, {"--pause", "nothing"}), 1, "there is no job nothing");
}

// A job that is paused before it begins shows that it is asked for what is really going on.
TEST_F(JobsOfAServer, FillingAnIndexIsShownUntilItIsDone) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  client.send("CreateTable", R"({"TableName":"Tunes","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})");
  const auto has = [&](std::string_view part) {
    return client.send("DescribeTable", R"({"TableName":"Tunes"})").body.find(part) !=
           std::string::npos;
  };
  const auto deadline = Clock::system().monotonic_now() + std::chrono::seconds(30);
  while (!has(R"("TableStatus":"ACTIVE")") && Clock::system().monotonic_now() < deadline) {
  }
  ASSERT_TRUE(shows(jobs(server, {"--pause", "tables"}), "paused"));
  const auto changed = client.send("UpdateTable", R"({"TableName":"Tunes",
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
                              {"AttributeName":"a","AttributeType":"S"}],
      "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"byA",
          "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],
          "Projection":{"ProjectionType":"ALL"}}}]})");
  ASSERT_EQ(changed.status, 200) << changed.body;
  const auto is_filled = [&] { return has(R"("IndexStatus":"ACTIVE")"); };
  EXPECT_FALSE(is_filled());
  EXPECT_EQ(jobs(server, {"--resume", "tables"}).exit_code, 0);
  while (!is_filled() && Clock::system().monotonic_now() < deadline) {
  }
  EXPECT_TRUE(is_filled());
  while (shows(jobs(server), "backfill/Tunes/byA") && Clock::system().monotonic_now() < deadline) {
  }
  EXPECT_FALSE(shows(jobs(server), "backfill/Tunes/byA")) << "it is over";
}

}  // namespace
}  // namespace partita::testing
