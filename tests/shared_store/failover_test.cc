// Servers whose PostgreSQL is killed, and which go on with the standby that takes over.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "server/api_client.h"
#include "server/server_process.h"
#include "support/postgres/postgres_pair.h"

namespace partita::testing {
namespace {

constexpr std::string_view kLedgerTable = R"({"TableName": "ledger",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]})";

// Makes transactions that put an item and count it. One of which nobody knows what became of it is
// sent again with its token, until somebody says so.
class Bookkeeper {
 public:
  Bookkeeper(std::uint16_t port, int name)
      : client_(port), name_(name), thread_([this] { work(); }) {}

  int acknowledged() const { return acknowledged_; }
  int unknown() const { return unknown_; }
  int refused() const { return refused_; }
  void stop() {
    is_done_ = true;
    thread_.join();
  }

  // What the table has of it, as a server tells it.   REQUIRES: stopped.
  void expect_exactly_in(ApiClient& server) const {
    EXPECT_EQ(attribute(server, fmt::format("count {}", name_)), std::to_string(acknowledged_));
    for (const int number : acknowledged_ones_) {
      EXPECT_EQ(attribute(server, item_key(number)), "1") << item_key(number);
    }
    for (const int number : refused_ones_) {
      EXPECT_EQ(attribute(server, item_key(number)), "") << item_key(number);
    }
  }

 private:
  std::string item_key(int number) const { return fmt::format("item {} {}", name_, number); }

  static std::string attribute(ApiClient& server, const std::string& key) {
    const auto answer = server.send(
        "GetItem",
        fmt::format(R"({{"TableName": "ledger", "Key": {{"pk": {{"S": "{}"}}}}}})", key));
    EXPECT_EQ(answer.status, 200) << answer.body;
    const std::string_view name = R"("n":{"N":")";
    const auto at = answer.body.find(name);
    if (at == std::string::npos) return "";
    const auto begin = at + name.size();
    return answer.body.substr(begin, answer.body.find('"', begin) - begin);
  }

  auto send(int number) {
    return client_.send("TransactWriteItems",
                        fmt::format(R"({{"ClientRequestToken": "{0}-{1}", "TransactItems": [
                {{"Put": {{"TableName": "ledger", "Item":
                  {{"pk": {{"S": "{2}"}}, "n": {{"N": "1"}}}}}}}},
                {{"Update": {{"TableName": "ledger", "Key": {{"pk": {{"S": "count {0}"}}}},
                  "UpdateExpression": "ADD n :one",
                  "ExpressionAttributeValues": {{":one": {{"N": "1"}}}}}}}}]}})",
                                    name_, number, item_key(number)));
  }

  // Whether the answer says that nothing was done: refused, or in conflict with another attempt for
  // as long as the server tries, as it is while an attempt before hangs at the old primary.
  static bool says_not_done(int status, std::string_view body) {
    if (status == 503) return true;
    return status == 400 && body.find("TransactionConflict") != std::string_view::npos;
  }

  void work() {
    for (int number = 0; !is_done_; ++number) {
      auto answer = send(number);
      bool was_unknown = false;
      while (answer.status == 500 || (was_unknown && says_not_done(answer.status, answer.body))) {
        was_unknown = true;
        ++unknown_;
        answer = send(number);
      }
      if (answer.status == 200) {
        acknowledged_ones_.push_back(number);
        ++acknowledged_;
      } else {
        EXPECT_TRUE(says_not_done(answer.status, answer.body)) << answer.status << answer.body;
        refused_ones_.push_back(number);
        ++refused_;
      }
    }
  }

  ApiClient client_;
  const int name_;
  std::vector<int> acknowledged_ones_;
  std::vector<int> refused_ones_;
  std::atomic<int> acknowledged_ = 0;
  std::atomic<int> unknown_ = 0;
  std::atomic<int> refused_ = 0;
  std::atomic<bool> is_done_ = false;
  std::thread thread_;
};

TEST(StoreFailover, ServersGoOnWithTheStandbyAndEveryTransactionIsDoneOnceOrNotAtAll) {
  PostgresPair pair(PostgresPair::Commits::WaitForStandby);
  const std::vector<std::string> serve = {"serve", "--listen", "127.0.0.1:0", "--store",
                                          pair.new_store()};
  ServerProcess first(serve, ApiClient::access_key_variables());
  ServerProcess second(serve, ApiClient::access_key_variables());
  ASSERT_NE(first.port(), 0) << first.errors();
  ASSERT_NE(second.port(), 0) << second.errors();
  ApiClient to_first(first.port());
  ApiClient to_second(second.port());
  ASSERT_EQ(to_first.send("CreateTable", kLedgerTable).status, 200);
  std::vector<std::unique_ptr<Bookkeeper>> keepers;
  for (int i = 0; i < 4; ++i) {
    keepers.push_back(std::make_unique<Bookkeeper>(i % 2 == 0 ? first.port() : second.port(), i));
  }
  const auto wait_for = [&](int more) {
    for (const auto& keeper : keepers) {
      const int wanted = keeper->acknowledged() + more;
      while (keeper->acknowledged() < wanted) std::this_thread::yield();
    }
  };
  wait_for(20);
  pair.fail_over();
  wait_for(20);
  int disturbed = 0;
  for (const auto& keeper : keepers) {
    keeper->stop();
    disturbed += keeper->refused() + keeper->unknown();
  }
  EXPECT_GT(disturbed, 0);
  for (const auto& keeper : keepers) {
    keeper->expect_exactly_in(to_first);
    keeper->expect_exactly_in(to_second);
  }
}

}  // namespace
}  // namespace partita::testing
