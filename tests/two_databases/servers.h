#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "database/database.h"
#include "modelled/registry/model_store.h"
#include "partita/base/clock.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "support/engines/server_engine.h"
#include "support/postgres/postgres_cluster.h"
#include "wire/endpoints/dispatcher.h"

namespace partita::two_databases {

// One server on a store that others have open, too. What time asks for happens only in work().
class Server {
 public:
  Server(std::shared_ptr<engine::Engine> store, const Clock& clock) {
    auto engine = std::make_unique<testing::ServerEngine>(std::move(store));
    engine_ = engine.get();
    database::DatabaseOptions options{.clock = &clock};
    options.timed_work = database::TimedWork::ByHand;
    database_ = database::Database::open_on(std::move(engine),
                                            database::traits_of(database::MemoryStore{}), options)
                    .value();
  }

  database::Database& database() { return *database_; }
  catalog::Catalog& catalog() { return database_->context().catalog; }
  testing::ServerEngine& engine() { return *engine_; }

  // As kill -9: nothing is closed.
  void kill() {
    engine_->kill();
    database_.reset();
  }

  void work() {
    const Status done = database_->do_timed_work();
    EXPECT_TRUE(done.ok()) << done.error().to_string();
  }

  // The status; what was answered is in answer().
  int send(std::string_view operation, std::string_view body) {
    protocol::HttpResponse response;
    const bool is_of_streams = operation == "GetRecords" || operation == "DescribeStream" ||
                               operation == "GetShardIterator" || operation == "ListStreams";
    const bool is_of_scaling = operation.find("Scal") != std::string_view::npos;
    const std::string target =
        is_of_scaling ? fmt::format("AnyScaleFrontendService.{}", operation)
                      : fmt::format("{}_20120810.{}",
                                    is_of_streams ? "DynamoDBStreams" : "DynamoDB", operation);
    const auto status = sync_wait(
        endpoints::Dispatcher(*database_).dispatch({.target = target, .body = body}, response));
    answer_ = response.take_body();
    return static_cast<int>(status);
  }
  const std::string& answer() const { return answer_; }

  int create_table(std::string_view name, std::string_view more = "") {
    return send("CreateTable", fmt::format(
                                   R"({{"TableName": "{}", "BillingMode": "PAY_PER_REQUEST"{},
        "AttributeDefinitions": [{{"AttributeName": "pk", "AttributeType": "S"}}],
        "KeySchema": [{{"AttributeName": "pk", "KeyType": "HASH"}}]}})",
                                   name, more));
  }
  int delete_table(std::string_view name) {
    return send("DeleteTable", fmt::format(R"({{"TableName": "{}"}})", name));
  }
  int add_index(std::string_view table, std::string_view index) {
    return send("UpdateTable", fmt::format(R"({{"TableName": "{}", "AttributeDefinitions": [
        {{"AttributeName": "group", "AttributeType": "S"}}],
        "GlobalSecondaryIndexUpdates": [{{"Create": {{"IndexName": "{}",
          "KeySchema": [{{"AttributeName": "group", "KeyType": "HASH"}}],
          "Projection": {{"ProjectionType": "ALL"}}}}}}]}})",
                                           table, index));
  }
  int put(std::string_view table, std::string_view key, std::string_view more = "") {
    return send("PutItem",
                fmt::format(R"({{"TableName": "{}", "Item": {{"pk": {{"S": "{}"}}{}}}}})", table,
                            key, more));
  }
  int erase(std::string_view table, std::string_view key) {
    return send(
        "DeleteItem",
        fmt::format(R"({{"TableName": "{}", "Key": {{"pk": {{"S": "{}"}}}}}})", table, key));
  }
  // The item is there, by a read that sees all that was written before.
  int get(std::string_view table, std::string_view key) {
    return send("GetItem", fmt::format(R"({{"TableName": "{}", "ConsistentRead": true, "Key":
                            {{"pk": {{"S": "{}"}}}}}})",
                                       table, key));
  }
  bool has(std::string_view table, std::string_view key) {
    return get(table, key) == 200 && answer_.find("Item") != std::string::npos;
  }
  // Counts by a scan of the table or of an index; -1 if it is refused.
  int count(std::string_view table, std::string_view index = "") {
    const std::string of_index = index.empty() ? "" : fmt::format(R"(, "IndexName": "{}")", index);
    const int status =
        send("Scan", fmt::format(R"({{"TableName": "{}", "Select": "COUNT"{}}})", table, of_index));
    return status == 200 ? static_cast<int>(number("\"Count\":")) : -1;
  }
  // As DescribeTable tells it.
  std::int64_t item_count(std::string_view table) {
    EXPECT_EQ(send("DescribeTable", fmt::format(R"({{"TableName": "{}"}})", table)), 200);
    return number("\"ItemCount\":");
  }
  // Behind the last `name` in the answer.
  std::int64_t number(std::string_view name) const {
    const auto at = answer_.rfind(name);
    return at == std::string::npos ? -1 : std::stoll(answer_.substr(at + name.size()));
  }

  Result<registry::Applied> apply(std::string_view text, registry::ApplyOptions options = {}) {
    const registry::ModelSource source{
        .file_name = "model.yaml", .text = std::string(text), .params = {}};
    return sync_wait(database_->models().apply(source, options));
  }

 private:
  std::unique_ptr<database::Database> database_;
  testing::ServerEngine* engine_ = nullptr;
  std::string answer_;
};

// What both have open: in memory, or in a real PostgreSQL if PARTITA_TEST_STORE is "postgres".
inline std::shared_ptr<engine::Engine> common_store() {
  const char* const wanted = std::getenv("PARTITA_TEST_STORE");
  if (wanted == nullptr || std::string_view(wanted) != "postgres") {
    return database::open_engine(database::MemoryStore{}).value();
  }
  static testing::PostgresCluster cluster;
  return database::open_engine(database::PostgresStore{.address = cluster.new_store()}).value();
}

// Two of them, and a clock that the test moves.
class TwoDatabases : public ::testing::Test {
 protected:
  TwoDatabases() {
    clock_.advance(std::chrono::hours(24 * 365 * 50));
    a_.emplace(store_, clock_);
    b_.emplace(store_, clock_);
  }
  Server& a() { return *a_; }
  Server& b() { return *b_; }
  void restart_a() { a_.emplace(store_, clock_); }

  // A second at both, or at the one that is alive.
  void pass_second(bool is_a_alive = true) {
    clock_.advance(std::chrono::seconds(1));
    if (is_a_alive) a().work();
    b().work();
  }
  // Until B has found out that A is dead.
  void outlive_a() {
    for (int i = 0; i < 7; ++i) pass_second(false);
  }

  std::shared_ptr<engine::Engine> store_ = common_store();
  ManualClock clock_;
  std::optional<Server> a_;
  std::optional<Server> b_;
};

}  // namespace partita::two_databases
