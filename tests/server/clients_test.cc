// What clients can do to the real program, and what it does about it.

#include <signal.h>

#include <chrono>
#include <vector>

#include "partita/base/clock.h"
#include "server/program_fixture.h"

namespace partita::testing {
namespace {

using namespace std::chrono_literals;

class Clients : public ProgramTest {
 protected:
  static std::vector<std::string> in_memory(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"serve", "--memory", "--listen", "127.0.0.1:0"});
    return more;
  }

  // Asks until the server has no more files open than `wanted`, for a few seconds at most.
  static std::size_t files_after_a_while(const ServerProcess& server, HttpClient& client,
                                         std::size_t wanted) {
    const auto begun = Clock::system().monotonic_now();
    while (server.open_files() > wanted && Clock::system().monotonic_now() - begun < 5s) {
      client.get("/health");
    }
    return server.open_files();
  }
};

TEST_F(Clients, FindOnlyWhatThereIs) {
  const ServerProcess server(in_memory());
  struct Case {
    const char* request_line;
    int status;
  };
  constexpr Case kCases[] = {
      {"GET / HTTP/1.1", 400},
      {"GET /?x=y HTTP/1.1", 400},
      {"GET /health HTTP/1.1", 200},
      {"POST / HTTP/1.1", 400},
      {"POST /health HTTP/1.1", 405},
      {"TRACE /health HTTP/1.1", 405},
      {"DELETE / HTTP/1.1", 404},
      {"OPTIONS * HTTP/1.1", 404},
      {"GET /../../etc/passwd HTTP/1.1", 404},
      {"GET /health/ HTTP/1.1", 404},
      {"GET //health HTTP/1.1", 404},
      {"GET /health%00 HTTP/1.1", 404},
      {"GET /%2e%2e/health HTTP/1.1", 404},
      {"get /health HTTP/1.1", 405},
  };
  auto client = server.client();
  for (const Case& c : kCases) {
    client.send(std::string(c.request_line) + "\r\nHost: localhost\r\n\r\n");
    EXPECT_EQ(client.read_answer().status, c.status) << c.request_line;
  }
  EXPECT_NE(client.get("/tables").body.find("DynamoDB API"), std::string::npos);
}

TEST_F(Clients, AreToldWhatIsWrongAndThenDisconnected) {
  const ServerProcess server(in_memory());
  const std::string post = "POST / HTTP/1.1\r\nHost: localhost\r\n";
  struct Case {
    std::string bytes;
    int status;
  };
  const Case cases[] = {
      {"nonsense\r\n\r\n", 400},
      {"\x16\x03\x01", 400},
      {"GET / HTTP/1.1\n\n", 400},
      {post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
      {post + "Content-Length: +5\r\n\r\nhello", 400},
      {post + "Long: " + std::string(20'000, 'x') + "\r\n\r\n", 400},
      {post + "Content-Length: 16777217\r\n\r\n", 413},
      {post + "Transfer-Encoding: chunked\r\n\r\n1000001\r\n", 413},
  };
  for (const Case& c : cases) {
    auto client = server.client();
    client.send(c.bytes + "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const HttpAnswer answer = client.read_answer();
    EXPECT_EQ(answer.status, c.status) << c.bytes.substr(0, 100);
    EXPECT_NE(answer.head.find("Connection: close"), std::string::npos);
    EXPECT_TRUE(answer.body.starts_with("{\"message\":\"")) << answer.body;
    EXPECT_TRUE(client.is_ended()) << "no second answer to " << c.bytes.substr(0, 100);
  }
}

TEST_F(Clients, ThatArePagesOfOthersAreRefused) {
  const ServerProcess server(in_memory());
  auto client = server.client();
  EXPECT_EQ(client.get("/api/", "Host: evil.test\r\n").status, 403);
  EXPECT_EQ(client.get("/api/", "Host: localhost\r\nOrigin: http://evil.test\r\n").status, 403);
  EXPECT_EQ(client.get("/api/", "Host: 127.0.0.1\r\nOrigin: null\r\n").status, 403);
  const HttpAnswer answer = client.get("/health", "Host: 127.0.0.1\r\n");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.head.find("Access-Control"), std::string::npos);
}

TEST_F(Clients, GetAThousandPipelinedAnswersInOrder) {
  const ServerProcess server(in_memory());
  auto client = server.client();
  std::string requests;
  for (int i = 0; i < 1000; ++i) {
    const char* path = i % 3 == 0 ? "/health" : i % 3 == 1 ? "/" : "/nowhere";
    requests += "GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }
  ASSERT_TRUE(client.send(requests));
  for (int i = 0; i < 1000; ++i) {
    const HttpAnswer answer = client.read_answer();
    const int expected = i % 3 == 0 ? 200 : i % 3 == 1 ? 400 : 404;
    ASSERT_EQ(answer.status, expected) << "answer " << i;
    ASSERT_EQ(answer.body.find("This is Partita") != std::string::npos, i % 3 == 1) << i;
  }
}

TEST_F(Clients, ThatAreSlowOrSilentAreDropped) {
  const ServerProcess server(
      in_memory({"--head-limit-ms", "100", "--grace-limit-ms", "100", "--idle-limit-ms", "300"}));
  auto slow_head = server.client();
  slow_head.send("GET / HTTP/1.1\r\n");
  auto slow_body = server.client();
  slow_body.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhello");
  auto silent = server.client();
  EXPECT_EQ(slow_head.read_answer().status, 408);
  EXPECT_TRUE(slow_head.is_ended());
  EXPECT_EQ(slow_body.read_answer().status, 408);
  EXPECT_TRUE(slow_body.is_ended());
  EXPECT_TRUE(silent.is_ended());
}

TEST_F(Clients, ThatAskAndNeverReadAreDropped) {
  const ServerProcess server(in_memory({"--grace-limit-ms", "100"}));
  auto client = server.client();
  std::string requests;
  for (int i = 0; i < 10'000; ++i) requests += "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  // The systems on both sides keep some megabytes; then the server stops reading, and at last goes.
  int sent = 0;
  while (sent < 1000 && client.send(requests)) ++sent;
  EXPECT_LT(sent, 1000);
  EXPECT_EQ(server.client().get("/health").status, 200);
}

TEST_F(Clients, WithMoreLargeBodiesThanThereIsMemoryForAreTurnedAway) {
  const ServerProcess server(in_memory({"--body-bytes-max", "300000"}));
  const std::string head = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 250000\r\n\r\n";
  auto first = server.client();
  first.send(head + std::string(200'000, 'x'));
  auto second = server.client();
  second.send(head + std::string(200'000, 'x'));
  auto third = server.client();
  third.send(head + std::string(200'000, 'x'));
  int refused = 0;
  for (HttpClient* client : {&first, &second, &third}) {
    client->send(std::string(50'000, 'x'));
    const int status = client->read_answer().status;
    EXPECT_TRUE(status == 404 || status == 503) << status;
    refused += status == 503 ? 1 : 0;
  }
  EXPECT_GE(refused, 1);
  auto later = server.client();
  later.send(head + std::string(250'000, 'x'));
  EXPECT_EQ(later.read_answer().status, 404) << "the memory came back";
}

TEST_F(Clients, BeyondTheLastConnectionAreTurnedAwayUntilOneEnds) {
  const ServerProcess server(in_memory({"--connections-max", "2"}));
  auto first = server.client();
  auto second = server.client();
  ASSERT_EQ(first.get("/health").status, 200);
  ASSERT_EQ(second.get("/health").status, 200);
  auto third = server.client();
  EXPECT_EQ(third.read_answer().status, 503);
  first.close();
  int status = 503;
  const auto begun = Clock::system().monotonic_now();
  while (status != 200 && Clock::system().monotonic_now() - begun < 5s) {
    status = server.client().get("/health").status;
  }
  EXPECT_EQ(status, 200);
}

TEST_F(Clients, ThatVanishLeaveNothingBehind) {
  const ServerProcess server(in_memory());
  auto honest = server.client();
  ASSERT_EQ(honest.get("/health").status, 200);
  const auto files = server.open_files();
  {
    std::vector<HttpClient> clients;
    for (int i = 0; i < 200; ++i) {
      clients.push_back(server.client());
      ASSERT_TRUE(clients.back().is_connected());
      if (i % 4 != 0) clients.back().send("POST / HTTP/1.1\r\nHost: localhost\r\n");
      if (i % 4 == 2) clients.back().send("Content-Length: 1000\r\n\r\nhello");
      if (i % 2 == 0) clients.back().reset();
    }
    EXPECT_EQ(honest.get("/health").status, 200);
  }
  EXPECT_LE(files_after_a_while(server, honest, files), files);
}

TEST_F(Clients, GetTheStateByAnyNameAndTheRestOnlyByAllowedOnes) {
  const ServerProcess server(in_memory({"--allow-host", "DB", "--allow-host", "other"}));
  auto client = server.client();
  EXPECT_EQ(client.get("/health", "Host: probe.test\r\n").status, 200);
  EXPECT_EQ(client.get("/api/", "Host: probe.test\r\n").status, 403);
  EXPECT_EQ(client.get("/api/", "Host: db:8000\r\n").status, 200);
  EXPECT_EQ(client.get("/api/", "Host: other\r\n").status, 200);
}

TEST_F(Clients, ReachAServerInAContainerOnlyIfItWasToldSo) {
  const std::vector<std::string> everywhere = {"serve", "--memory", "--listen", "0.0.0.0:0"};
  expect_failure(run(everywhere), 78, "--allow-anyone-on-the-network");
  auto told = everywhere;
  told.emplace_back("--allow-plaintext-network");
  expect_failure(run(told), 78, "needs access keys");
  told.back() = "--allow-anyone-on-the-network";
  ServerProcess server(told);
  EXPECT_EQ(server.client().get("/health").status, 200);
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0);
  EXPECT_NE(server.errors().find("ANYONE"), std::string::npos) << server.errors();
}

}  // namespace
}  // namespace partita::testing
