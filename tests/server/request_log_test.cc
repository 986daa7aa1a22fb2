// The log of requests of the real program, as its reader sees it.

#include <signal.h>

#include <algorithm>

#include "server/api_client.h"
#include "server/program_fixture.h"

namespace partita::testing {
namespace {

constexpr const char* kCreateTable =
    R"({"TableName":"Music","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk",)"
    R"("KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})";
constexpr const char* kPutItem = R"({"TableName":"Music","Item":{"pk":{"S":"private content"}},)"
                                 R"("ReturnConsumedCapacity":"TOTAL"})";
constexpr const char* kBadGetItem = R"({"TableName":"Music","Key":{}})";
constexpr const char* kTransaction =
    R"({"TransactItems":[{"Put":{"TableName":"Music","Item":{"pk":{"S":"x"}}}},)"
    R"({"Delete":{"TableName":"Music","Key":{"pk":{"S":"y"}}}}]})";

class RequestLogging : public ProgramTest {
 protected:
  // What a server in memory prints on standard error about these requests.
  static std::string errors_of_requests(std::vector<std::string> options) {
    options.insert(options.begin(), {"serve", "--memory", "--listen", "127.0.0.1:0"});
    ServerProcess server(options, ApiClient::access_key_variables());
    ApiClient client(server.port());
    EXPECT_EQ(client.send("CreateTable", kCreateTable).status, 200);
    EXPECT_EQ(client.send("PutItem", kPutItem).status, 200);
    EXPECT_EQ(client.send("GetItem", kBadGetItem).status, 400);
    EXPECT_EQ(client.send("TransactWriteItems", kTransaction).status, 200);
    EXPECT_EQ(server.client().get("/health").status, 200);
    auto nonsense = server.client();
    nonsense.send("nonsense\r\n\r\n");
    EXPECT_EQ(nonsense.read_answer().status, 400);
    nonsense.close();
    server.signal(SIGTERM);
    EXPECT_EQ(server.wait(), 0);
    return server.errors();
  }

  // The line of this operation, or nothing.
  static std::string line_with(const std::string& log, std::string_view part) {
    const auto at = log.find(part);
    if (at == std::string::npos) return "";
    const auto begin = log.rfind('\n', at) + 1;
    return log.substr(begin, log.find('\n', at) - begin);
  }

  static void expect_parts(const std::string& line, const std::vector<std::string>& parts) {
    for (const auto& part : parts) {
      EXPECT_NE(line.find(part), std::string::npos) << part << " in: " << line;
    }
  }
};

TEST_F(RequestLogging, IsSilentByDefault) { EXPECT_EQ(errors_of_requests({}), ""); }

TEST_F(RequestLogging, TellsOfEachRequestInALineOfJson) {
  const std::string log = errors_of_requests({"--log", "json"});
  EXPECT_EQ(std::ranges::count(log, '\n'), 6) << log;
  const auto who = "\"access_key_id\":\"" + std::string(ApiClient::kAccessKeyId) + "\"";
  expect_parts(line_with(log, "\"PutItem\""),
               {"{\"time\":\"20", "\"table\":\"Music\"", "\"status\":200", "\"duration_us\":",
                "\"bytes_in\":", "\"bytes_out\":", "\"units\":1", "\"request_id\":\"", who});
  expect_parts(line_with(log, "\"GetItem\""),
               {"\"status\":400", "\"error\":\"ValidationException\"", "\"table\":\"Music\"", who});
  expect_parts(line_with(log, "\"TransactWriteItems\""), {"\"table\":\"Music\""});
  expect_parts(line_with(log, "GET /health"), {"\"status\":200"});
}

TEST_F(RequestLogging, TellsOfEachRequestInALineOfText) {
  const std::string log = errors_of_requests({"--log", "text"});
  EXPECT_EQ(std::ranges::count(log, '\n'), 6) << log;
  expect_parts(line_with(log, "operation=PutItem"), {" table=Music status=200 ", " units=1 "});
  expect_parts(line_with(log, "operation=\"GET /health\""), {" status=200 "});
}

TEST_F(RequestLogging, HoldsNoSecretsAndNoContent) {
  const std::string log = errors_of_requests({"--log", "json"});
  EXPECT_EQ(log.find("private content"), std::string::npos);
  EXPECT_EQ(log.find(ApiClient::kSecret), std::string::npos);
  EXPECT_EQ(log.find("Signature"), std::string::npos);
}

// Nobody reads standard error at first: requests are answered all the same.
TEST_F(RequestLogging, AReaderThatIsSlowLosesLinesAndHoldsUpNobody) {
  ServerProcess server({"serve", "--memory", "--listen", "127.0.0.1:0", "--log", "json"});
  auto client = server.client();
  const std::string request =
      "GET /" + std::string(300, 'x') + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  for (int round = 0; round < 100; ++round) {
    std::string requests;
    for (int i = 0; i < 100; ++i) requests += request;
    ASSERT_TRUE(client.send(requests));
    for (int i = 0; i < 100; ++i) ASSERT_EQ(client.read_answer().status, 404);
  }
  server.read_errors_until("\"dropped_lines\":");
  EXPECT_NE(server.errors().find("\"dropped_lines\":"), std::string::npos);
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
}

TEST_F(RequestLogging, AReaderThatIsStuckDoesNotKeepTheServerFromStopping) {
  ServerProcess server({"serve", "--memory", "--listen", "127.0.0.1:0", "--log", "text"});
  auto client = server.client();
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(client.get("/health").status, 200);
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
}

}  // namespace
}  // namespace partita::testing
