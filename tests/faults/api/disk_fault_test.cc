// A disk that is full when the server starts, one that gives nothing back, and one that hangs: what
// clients and GET /health are told by the real program.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <vector>

#include "faults/engine/small_disk.h"
#include "partita/base/clock.h"
#include "server/api_client.h"
#include "server/server_process.h"
#include "support/preload.h"

namespace partita::faults {
namespace {

using testing::ApiClient;
using testing::ServerProcess;

constexpr int kItems = 20;

class DiskUnderTheServer : public ::testing::Test {
 protected:
  DiskUnderTheServer() {
    ServerProcess server(serve(), ApiClient::access_key_variables());
    ApiClient client(server.port());
    EXPECT_EQ(client
                  .send("CreateTable",
                        R"({"TableName":"Runs","BillingMode":"PAY_PER_REQUEST",)"
                        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
                        R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})")
                  .status,
              200);
    for (int i = 0; i < kItems; ++i) EXPECT_EQ(put(client, i), 200);
    stop(server);
  }

  std::vector<std::string> serve() const {
    return {"serve", "--listen", "127.0.0.1:0", "--data", data()};
  }
  std::string data() const { return disk_.path() / "data"; }
  static void stop(ServerProcess& server) {
    server.signal(SIGTERM);
    EXPECT_EQ(server.wait(), 0) << server.errors();
  }
  // Large enough that each is read from the disk by itself, and by nobody else at the start.
  static int put(ApiClient& client, int number) {
    const std::string text(40'000, 'x');
    const auto item = fmt::format(R"("pk":{{"S":"{}"}},"text":{{"S":"{}"}})", number, text);
    return client.send("PutItem", R"({"TableName":"Runs","Item":{)" + item + "}}").status;
  }
  static int get(ApiClient& client, int number) {
    const auto key = fmt::format(R"("pk":{{"S":"{}"}})", number);
    return client.send("GetItem", R"({"TableName":"Runs","Key":{)" + key + "}}").status;
  }
  static bool has_all(ApiClient& client, int count) {
    const auto answer = client.send("Scan", R"({"TableName":"Runs","Select":"COUNT"})");
    return answer.body.find(fmt::format("\"Count\":{},", count)) != std::string::npos;
  }
  // Writes until a write is taken, for a minute at most.
  static bool takes_writes_soon(ApiClient& client) {
    const auto deadline = Clock::system().monotonic_now() + std::chrono::minutes(1);
    while (Clock::system().monotonic_now() < deadline) {
      if (put(client, kItems) == 200) return true;
    }
    return false;
  }

  SmallDisk disk_{96};
};

TEST_F(DiskUnderTheServer, FullAtTheStartIsReadAndTakesWritesByItselfWhenThereIsSpace) {
  std::filesystem::remove(data() + "/ballast");
  disk_.occupy();
  ServerProcess server(serve(), ApiClient::access_key_variables());
  ASSERT_NE(server.port(), 0) << server.errors();
  ApiClient client(server.port());
  EXPECT_TRUE(has_all(client, kItems));
  EXPECT_GE(put(client, kItems), 500);
  const auto refusing = server.client().get("/health");
  EXPECT_EQ(refusing.status, 503);
  EXPECT_NE(refusing.body.find(R"("status":"read-only")"), std::string::npos) << refusing.body;
  EXPECT_NE(refusing.body.find("by itself"), std::string::npos) << refusing.body;
  disk_.vacate();
  ASSERT_TRUE(takes_writes_soon(client));
  EXPECT_EQ(server.client().get("/health").status, 200);
  EXPECT_TRUE(has_all(client, kItems + 1));
  stop(server);
  EXPECT_NE(server.errors().find("takes writes"), std::string::npos) << server.errors();
  ServerProcess again(serve(), ApiClient::access_key_variables());
  ApiClient reader(again.port());
  EXPECT_TRUE(has_all(reader, kItems + 1));
  stop(again);
}

TEST_F(DiskUnderTheServer, WhoseReadsFailIsToldByHealth) {
  const std::string broken = disk_.path() / "broken";
  auto variables = ApiClient::access_key_variables();
  variables.push_back(testing::preload_variable(POWER_CUT_SHIM));
  variables.push_back("POWER_CUT_DIR=" + data());
  variables.push_back("FAIL_READS_WHILE=" + broken);
  variables.push_back("FAIL_READS_OF=.sst");
  ServerProcess server(serve(), variables);
  ASSERT_NE(server.port(), 0) << server.errors();
  ApiClient client(server.port());
  const auto well = server.client().get("/health");
  EXPECT_EQ(well.status, 200) << well.body;
  std::ofstream(broken).close();
  EXPECT_GE(get(client, 1), 500);
  const auto failing = server.client().get("/health");
  EXPECT_EQ(failing.status, 503);
  EXPECT_NE(failing.body.find(R"("status":"failing")"), std::string::npos) << failing.body;
  EXPECT_NE(failing.body.find(R"("reads":")"), std::string::npos) << failing.body;
  EXPECT_NE(failing.body.find(R"("writes":"accepted")"), std::string::npos) << failing.body;
  std::filesystem::remove(broken);
  EXPECT_EQ(get(client, 1), 200) << "what works again is served";
  stop(server);
}

// More reads hang than there are threads for them, and still nobody else notices. A server that is
// told to end meanwhile answers them first.
TEST_F(DiskUnderTheServer, WhoseReadsHangHoldsUpNobodyElse) {
  const std::string hanging = disk_.path() / "hanging";
  auto variables = ApiClient::access_key_variables();
  variables.push_back(testing::preload_variable(POWER_CUT_SHIM));
  variables.push_back("POWER_CUT_DIR=" + data());
  variables.push_back("HANG_READS_WHILE=" + hanging);
  variables.push_back("FAIL_READS_OF=.sst");
  ServerProcess server(serve(), variables);
  ASSERT_NE(server.port(), 0) << server.errors();
  ApiClient client(server.port());
  EXPECT_EQ(get(client, 0), 200);
  std::ofstream(hanging).close();
  std::vector<testing::HttpClient> readers;
  for (int i = 1; i < kItems; ++i) {
    readers.push_back(server.client());
    const auto key = fmt::format(R"("pk":{{"S":"{}"}})", i);
    ASSERT_TRUE(readers.back().send(
        ApiClient::request("GetItem", R"({"TableName":"Runs","Key":{)" + key + "}}")));
  }
  constexpr std::size_t kReaderThreads = 16;
  while (std::filesystem::file_size(hanging) < kReaderThreads) ASSERT_EQ(get(client, 0), 200);
  EXPECT_EQ(get(client, 0), 200);
  EXPECT_EQ(put(client, 0), 200);
  const auto health = server.client().get("/health");
  EXPECT_NE(health.body.find(R"("writes":"accepted")"), std::string::npos) << health.body;
  server.signal(SIGTERM);
  while (server.client().is_connected()) {
  }
  std::filesystem::remove(hanging);
  for (auto& reader : readers) EXPECT_EQ(reader.read_answer().status, 200);
  EXPECT_EQ(server.wait(), 0) << server.errors();
}

}  // namespace
}  // namespace partita::faults
