#include "server/abuse/abused_server.h"

#include <chrono>

#include "partita/base/clock.h"

namespace partita::testing {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kCreateTable =
    R"({"TableName":"kept","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk",)"
    R"("KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})";
constexpr std::string_view kPutItem =
    R"({"TableName":"kept","Item":{"pk":{"S":"one"},"content":{"S":"as it was"}}})";

// Asks, between honest requests, until it holds or a minute is over: sanitizers are slow.
template <typename Claim>
bool holds_soon(ApiClient& honest, std::string_view request, Claim claim) {
  const auto begun = Clock::system().monotonic_now();
  while (!claim()) {
    if (Clock::system().monotonic_now() - begun > 1min) return false;
    honest.send("GetItem", request);
  }
  return true;
}

std::vector<std::string> arguments(const TemporaryDirectory& directory) {
  return {"serve",           "--listen", "127.0.0.1:0",      "--data", directory / "data",
          "--head-limit-ms", "1000",     "--grace-limit-ms", "1000"};
}

}  // namespace

AbusedServer::AbusedServer()
    : server_(arguments(directory_), ApiClient::access_key_variables()), honest_(server_.port()) {
  EXPECT_EQ(honest_.send("CreateTable", kCreateTable).status, 200);
  EXPECT_EQ(honest_.send("PutItem", kPutItem).status, 200);
  // Some of what is allocated once is allocated by the first requests.
  for (int i = 0; i < 100; ++i) item_ = honest_.send("GetItem", kGetItem).body;
  EXPECT_NE(item_.find("as it was"), std::string::npos);
  sockets_at_first_ = server_.open_sockets();
  memory_at_first_ = server_.resident_bytes();
}

void AbusedServer::TearDown() {
  // It may have been silent for longer than the server waits for it.
  honest_.send("GetItem", kGetItem);
  expect_the_item_alone();
  expect_no_connection_left();
  expect_memory_given_back();
}

void AbusedServer::expect_the_item_alone() {
  const auto answer = honest_.send("GetItem", kGetItem);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, item_);
  const auto all = honest_.send("Scan", R"({"TableName":"kept","Select":"COUNT"})");
  EXPECT_NE(all.body.find("\"Count\":1,"), std::string::npos) << all.body;
}

void AbusedServer::expect_no_connection_left() {
  const auto claim = [&] { return server_.open_sockets() <= sockets_at_first_; };
  EXPECT_TRUE(holds_soon(honest_, kGetItem, claim))
      << server_.open_sockets() << " sockets are open, at first " << sockets_at_first_;
}

void AbusedServer::expect_memory_given_back() {
  if (!kMeasuresMemory) return;
  const auto claim = [&] {
    return server_.resident_bytes() <= memory_at_first_ + kMemoryTolerance;
  };
  EXPECT_TRUE(holds_soon(honest_, kGetItem, claim))
      << (server_.resident_bytes() >> 20) << " MB are in use, at first "
      << (memory_at_first_ >> 20);
}

int AbusedServer::status_of_last(std::string_view bytes) const {
  auto client = connect();
  // The server may close before it has read all of it.
  client.send(bytes);
  client.send(ApiClient::request("GetItem", kGetItem));
  const auto answer = client.read_answer();
  EXPECT_TRUE(answer.status == 0 || client.is_ended()) << "a second answer";
  return answer.status;
}

int AbusedServer::status_of(std::string_view operation, std::string_view body) const {
  auto client = connect();
  client.send(ApiClient::request(operation, body));
  const int status = client.read_answer().status;
  client.send(ApiClient::request("GetItem", kGetItem));
  EXPECT_EQ(client.read_answer().status, 200) << "the connection goes on";
  return status;
}

}  // namespace partita::testing
