#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/api_client.h"
#include "server/program_fixture.h"
#include "server/server_process.h"
#include "support/postgres/postgres_cluster.h"

namespace partita::testing {

// A test with a store of its own, in the one PostgreSQL of all these tests.
class SharedStore : public ProgramTest {
 protected:
  std::vector<std::string> serve_store(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"serve", "--listen", "127.0.0.1:0", "--store", store_};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  static PostgresCluster& cluster() {
    static PostgresCluster cluster;
    return cluster;
  }

  static std::string item(std::string_view key) {
    return fmt::format(R"({{"TableName": "orders", "Item": {{"pk": {{"S": "{}"}}}}}})", key);
  }
  static int put(ApiClient& client, std::string_view key) {
    return client.send("PutItem", item(key)).status;
  }

  // "Count" of a scan.
  static std::string count(ApiClient& client) {
    const auto answer = client.send("Scan", R"({"TableName": "orders", "Select": "COUNT"})");
    const auto at = answer.body.find("\"Count\":");
    return at == std::string::npos
               ? answer.body
               : answer.body.substr(at + 8, answer.body.find_first_of(",}", at) - at - 8);
  }

  // What a server is called among the others.
  static std::string name_of(const ServerProcess& server) {
    constexpr std::string_view kBefore = "\"server\":\"";
    const std::string health = server.client().get("/health").body;
    const auto at = health.find(kBefore);
    return at == std::string::npos ? health : health.substr(at + kBefore.size(), 16);
  }
  // GET /api/cluster, until the answer is as it should be: the test's time limit ends it.
  template <typename IsRight>
  static std::string cluster_once(const ServerProcess& server, IsRight is_right) {
    for (;;) {
      std::string answer = server.client().get("/api/cluster").body;
      if (is_right(answer)) return answer;
    }
  }
  // What such an answer says of one server; empty: it is not among them.
  static std::string part_about(const std::string& answer, const std::string& name) {
    const auto at = answer.find("\"name\": \"" + name + "\"");
    return at == std::string::npos ? "" : answer.substr(at, answer.find('}', at) - at);
  }
  static bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  }

  static constexpr std::string_view kOrders = R"({"TableName": "orders",
      "BillingMode": "PAY_PER_REQUEST",
      "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
      "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]})";

  const std::string store_ = cluster().new_store();
};

}  // namespace partita::testing
