// What can be watched of a server that runs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/clock.h"
#include "server/api_client.h"
#include "server/program_fixture.h"

namespace partita::testing {
namespace {

constexpr std::string_view kMusic = R"({"TableName":"Music","BillingMode":"PROVISIONED",
    "ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":7},
    "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
                            {"AttributeName":"a","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
    "GlobalSecondaryIndexes":[{"IndexName":"byA","Projection":{"ProjectionType":"ALL"},
        "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],
        "ProvisionedThroughput":{"ReadCapacityUnits":2,"WriteCapacityUnits":3}}]})";

// The values of all lines, by what stands before them.
using Lines = std::map<std::string, double>;

class MetricsOfAServer : public ProgramTest {
 protected:
  static Lines read(const ServerProcess& server) {
    const auto answer = server.client().get("/metrics");
    EXPECT_EQ(answer.status, 200) << answer.body;
    Lines lines;
    std::istringstream text(answer.body);
    for (std::string line; std::getline(text, line);) {
      const auto blank = line.rfind(' ');
      if (!line.starts_with('#')) lines[line.substr(0, blank)] = std::stod(line.substr(blank + 1));
    }
    return lines;
  }
  static double of(const Lines& lines, const std::string& name) {
    const auto found = lines.find(name);
    return found == lines.end() ? -1 : found->second;
  }
  static double requests(const Lines& lines, std::string_view operation) {
    return of(lines, fmt::format("partita_requests_total{{operation=\"{}\"}}", operation));
  }
  static void make_table(ApiClient& client) {
    ASSERT_EQ(client.send("CreateTable", kMusic).status, 200);
    const auto deadline = Clock::system().monotonic_now() + std::chrono::seconds(30);
    while (client.send("DescribeTable", R"({"TableName":"Music"})")
                   .body.find(R"("TableStatus":"ACTIVE")") == std::string::npos &&
           Clock::system().monotonic_now() < deadline) {
    }
  }
};

TEST_F(MetricsOfAServer, CountEveryRequestOnce) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  make_table(client);
  for (int i = 0; i < 7; ++i) {
    const auto put =
        fmt::format(R"({{"TableName":"Music","Item":{{"pk":{{"S":"{}"}},"a":{{"S":"x"}}}}}})", i);
    ASSERT_EQ(client.send("PutItem", put).status, 200);
  }
  for (int i = 0; i < 11; ++i) {
    client.send("GetItem", R"({"TableName":"Music","Key":{"pk":{"S":"1"}}})");
  }
  client.send("GetItem", R"({"TableName":"Music","Key":{"pk":{"S":"1"}},"ConsistentRead":true})");
  client.send("Query", R"({"TableName":"Music","IndexName":"byA","KeyConditionExpression":"a = :a",
      "ExpressionAttributeValues":{":a":{"S":"x"}}})");
  client.send("GetItem", R"({"TableName":"Nothing","Key":{"pk":{"S":"1"}}})");
  const Lines lines = read(server);
  EXPECT_EQ(requests(lines, "PutItem"), 7);
  EXPECT_EQ(requests(lines, "GetItem"), 13);
  EXPECT_EQ(requests(lines, "Query"), 1);
  EXPECT_EQ(requests(lines, "CreateTable"), 1);
  EXPECT_EQ(requests(lines, "Scan"), 0);
  EXPECT_EQ(
      of(lines, R"(partita_errors_total{operation="GetItem",error="ResourceNotFoundException"})"),
      1);
  EXPECT_EQ(of(lines, R"(partita_consumed_read_units_total{table="Music"})"), 6.5);
  EXPECT_EQ(of(lines, R"(partita_consumed_read_units_total{table="Music",index="byA"})"), 0.5);
  EXPECT_EQ(of(lines, R"(partita_consumed_write_units_total{table="Music"})"), 7);
  EXPECT_EQ(of(lines, R"(partita_consumed_write_units_total{table="Music",index="byA"})"), 7);
  EXPECT_EQ(of(lines, R"(partita_provisioned_read_units{table="Music"})"), 5);
  EXPECT_EQ(of(lines, R"(partita_provisioned_write_units{table="Music",index="byA"})"), 3);
  EXPECT_EQ(of(lines, R"(partita_items{table="Music"})"), 7);
  EXPECT_GE(of(lines, "partita_commits_total"), 7);
  EXPECT_EQ(of(lines, "partita_writes_accepted"), 1);
}

TEST_F(MetricsOfAServer, HistogramsAddUpToTheRequests) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  for (int i = 0; i < 20; ++i) client.send("ListTables", "{}");
  const Lines lines = read(server);
  double last = 0;
  std::size_t buckets = 0;
  for (const auto& [name, value] : lines) {
    if (name.starts_with(R"(partita_request_seconds_bucket{operation="ListTables")")) ++buckets;
  }
  EXPECT_EQ(buckets, 19U);
  for (const std::string bound : {"1e-05", "0.0001", "0.001", "0.01", "0.1", "1", "10", "+Inf"}) {
    const double now = of(
        lines,
        fmt::format("partita_request_seconds_bucket{{operation=\"ListTables\",le=\"{}\"}}", bound));
    EXPECT_GE(now, last) << bound;
    last = now;
  }
  EXPECT_EQ(last, 20);
  EXPECT_EQ(of(lines, R"(partita_request_seconds_count{operation="ListTables"})"), 20);
  EXPECT_GT(of(lines, R"(partita_request_seconds_sum{operation="ListTables"})"), 0);
}

TEST_F(MetricsOfAServer, CountWhatWasThrottled) {
  ServerProcess server(serve({"--throttle"}));
  ApiClient client(server.port());
  make_table(client);
  int refused = 0;
  for (int i = 0; i < 5'000 && refused < 3; ++i) {
    const auto answer = client.send(
        "GetItem", R"({"TableName":"Music","Key":{"pk":{"S":"1"}},"ConsistentRead":true})");
    if (answer.body.find("ProvisionedThroughputExceededException") != std::string::npos) ++refused;
  }
  ASSERT_EQ(refused, 3);
  const Lines lines = read(server);
  EXPECT_EQ(of(lines, R"(partita_throttled_reads_total{table="Music"})"), 3);
  EXPECT_EQ(of(lines, R"(partita_throttled_writes_total{table="Music"})"), 0);
  EXPECT_EQ(of(lines,
               "partita_errors_total{operation=\"GetItem\","
               "error=\"ProvisionedThroughputExceededException\"}"),
            3);
}

// The names of lines without their values: what a Prometheus would have to keep.
std::set<std::string> names_of(const Lines& lines) {
  std::set<std::string> names;
  for (const auto& [name, value] : lines) names.insert(name);
  return names;
}

TEST_F(MetricsOfAServer, NothingThatAClientMakesUpBecomesALabel) {
  ServerProcess server(serve());
  ApiClient client(server.port());
  const auto ask_for = [&](int i) {
    client.send(fmt::format("MadeUp{}", i), "{}");
    client.send("GetItem", fmt::format(R"({{"TableName":"madeup{}","Key":{{}}}})", i));
    client.send("Query", fmt::format(R"({{"TableName":"madeup{}"}})", i));
    server.client().get(fmt::format("/made/up/{}", i));
    server.client().get(fmt::format("/api/madeup{}", i));
  };
  ask_for(0);
  // Reading counts, too.
  static_cast<void>(read(server));
  const auto before = names_of(read(server));
  for (int i = 1; i <= 100; ++i) ask_for(i);
  const Lines after = read(server);
  EXPECT_EQ(names_of(after), before);
  EXPECT_EQ(
      of(after, R"(partita_errors_total{operation="other",error="UnknownOperationException"})"),
      101);
  for (const auto& name : before) {
    EXPECT_EQ(name.find("adeup"), std::string::npos) << name;
    EXPECT_EQ(name.find("MadeUp"), std::string::npos) << name;
  }
}

TEST_F(MetricsOfAServer, AreForWhoSignsOrHasTheToken) {
  const std::string token = "0123456789abcdef-token";
  std::ofstream(file("token")) << token << "\n";
  ServerProcess server(serve({"--metrics-token", file("token")}),
                       ApiClient::access_key_variables());
  const auto status_with = [&](const std::string& header) {
    HttpClient client = server.client();
    client.send(fmt::format("GET /metrics HTTP/1.1\r\nHost: localhost\r\n{}\r\n", header));
    return client.read_answer().status;
  };
  EXPECT_EQ(status_with(""), 403);
  EXPECT_EQ(status_with("Authorization: Bearer 0123456789abcdef-tokem\r\n"), 403);
  EXPECT_EQ(status_with("Authorization: Bearer 0123456789abcdef-token2\r\n"), 403);
  EXPECT_EQ(status_with("Authorization: Bearer \r\n"), 403);
  EXPECT_EQ(status_with("Authorization: Bearer " + token + "\r\n"), 200);
  EXPECT_EQ(server.client().get("/api/server/series").status, 403)
      << "the token opens nothing else";
}

TEST_F(MetricsOfAServer, ATokenThatGuardsNothingIsRefused) {
  std::ofstream(file("token")) << "0123456789abcdef\n";
  expect_failure(run(serve({"--metrics-token", file("token")})), 1,
                 "of no use without access keys");
}

TEST_F(MetricsOfAServer, TheLastMinutesAreSeries) {
  ServerProcess server(serve());
  const auto deadline = Clock::system().monotonic_now() + std::chrono::seconds(30);
  std::string body;
  do {
    const auto answer = server.client().get("/api/server/series");
    ASSERT_EQ(answer.status, 200) << answer.body;
    body = answer.body;
  } while (body.find(R"("times_ms":[])") != std::string::npos &&
           Clock::system().monotonic_now() < deadline);
  EXPECT_TRUE(body.starts_with(R"({"step_seconds":1,"times_ms":[)")) << body;
  for (const std::string_view name : {"requests", "latency_p99_us", "read_units", "cpu"}) {
    EXPECT_NE(body.find(fmt::format(R"("{}":[)", name)), std::string::npos) << body;
  }
  const auto of_table = server.client().get("/api/server/series?step=60&table=Music");
  EXPECT_EQ(of_table.status, 200);
  EXPECT_NE(of_table.body.find(R"("write_units":[])"), std::string::npos) << of_table.body;
  EXPECT_EQ(server.client().get("/api/server/series?step=7").status, 400);
  EXPECT_EQ(server.client().get("/api/server/series?tabel=Music").status, 400);
}

TEST_F(MetricsOfAServer, CanOnlyBeRead) {
  ServerProcess server(serve());
  HttpClient client = server.client();
  client.send("POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(client.read_answer().status, 405);
}

}  // namespace
}  // namespace partita::testing
