#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "database/database.h"
#include "partita/base/task.h"
#include "support/temporary_directory.h"
#include "wire/endpoints/dispatcher.h"

namespace partita::scaling {

// A database with a provisioned table and a clock that the test moves.
class ScaledDatabase : public ::testing::Test {
 protected:
  ScaledDatabase() {
    // Noon, so that a UTC day is whole.
    clock_.advance(std::chrono::days(20'000) + std::chrono::hours(12));
    store_.directory = directory_ / "data";
    store_.durability = database::Durability::Relaxed;
    open();
  }

  void open() {
    database_.reset();
    database::DatabaseOptions options{.clock = &clock_};
    options.timed_work = database::TimedWork::ByHand;
    database_ = database::Database::open(store_, options).value();
  }

  void work() {
    const Status done = database_->do_timed_work();
    EXPECT_TRUE(done.ok()) << done.error().to_string();
  }
  // A minute passes.
  void pass_minute() {
    clock_.advance(std::chrono::minutes(1));
    work();
  }
  void pass_minutes(int minutes) {
    for (int i = 0; i < minutes; ++i) pass_minute();
  }

  // The status; what was answered is in answer_.
  int send(std::string_view operation, std::string_view body) {
    constexpr std::string_view kOfScaling[] = {"Register", "Deregister", "DescribeScal",
                                               "PutScaling", "DeleteScaling"};
    bool is_of_scaling = false;
    for (const auto begin : kOfScaling) {
      is_of_scaling = is_of_scaling || operation.starts_with(begin);
    }
    const auto target = fmt::format(
        "{}.{}", is_of_scaling ? "AnyScaleFrontendService" : "DynamoDB_20120810", operation);
    protocol::HttpResponse response;
    const auto status = sync_wait(
        endpoints::Dispatcher(*database_).dispatch({.target = target, .body = body}, response));
    answer_ = response.take_body();
    return static_cast<int>(status);
  }

  void create_table(int reads, int writes, std::string_view more = "") {
    ASSERT_EQ(send("CreateTable", fmt::format(R"({{"TableName": "Orders",
        "ProvisionedThroughput": {{"ReadCapacityUnits": {}, "WriteCapacityUnits": {}}},
        "AttributeDefinitions": [{{"AttributeName": "pk", "AttributeType": "S"}}],
        "KeySchema": [{{"AttributeName": "pk", "KeyType": "HASH"}}]{}}})",
                                              reads, writes, more)),
              200)
        << answer_;
  }
  int provision(int reads, int writes) {
    return send("UpdateTable", fmt::format(R"({{"TableName": "Orders", "ProvisionedThroughput":
                 {{"ReadCapacityUnits": {}, "WriteCapacityUnits": {}}}}})",
                                           reads, writes));
  }
  static std::string target_of(std::string_view direction, std::string_view index = "") {
    return index.empty()
               ? fmt::format(R"("ServiceNamespace": "dynamodb", "ResourceId": "table/Orders",
                   "ScalableDimension": "dynamodb:table:{}CapacityUnits")",
                             direction)
               : fmt::format(R"("ServiceNamespace": "dynamodb",
                   "ResourceId": "table/Orders/index/{}",
                   "ScalableDimension": "dynamodb:index:{}CapacityUnits")",
                             index, direction);
  }
  void register_target(std::string_view target, int min, int max, std::string_view more = "") {
    ASSERT_EQ(send("RegisterScalableTarget",
                   fmt::format(R"({{{}, "MinCapacity": {}, "MaxCapacity": {}{}}})", target, min,
                               max, more)),
              200)
        << answer_;
  }
  void put_policy(std::string_view target, std::string_view direction, double value,
                  std::string_view more = "") {
    ASSERT_EQ(send("PutScalingPolicy", fmt::format(R"({{{}, "PolicyName": "follow", "PolicyType":
                     "TargetTrackingScaling", "TargetTrackingScalingPolicyConfiguration":
                     {{"TargetValue": {}, "PredefinedMetricSpecification":
                       {{"PredefinedMetricType": "DynamoDB{}CapacityUtilization"}}{}}}}})",
                                                   target, value, direction, more)),
              200)
        << answer_;
  }

  catalog::TablePointer table(std::string_view name = "Orders") {
    return database_->context().catalog.find(name);
  }
  std::int64_t reads() { return *table()->settings.provisioned_throughput.read_capacity_units; }
  std::int64_t writes() { return *table()->settings.provisioned_throughput.write_capacity_units; }
  std::int64_t index_writes(std::string_view index) {
    return *table()->find_index(index)->settings.provisioned_throughput.write_capacity_units;
  }

  // Stands for requests that have cost so many units.
  void use(double read_units, double write_units, std::string_view name = "Orders",
           std::string_view index = "") {
    const auto of = table(name);
    const auto id = index.empty() ? keys::IndexId::Base : of->find_index(index)->id;
    database_->context().catalog.usage().add(
        of->id, id, {.read_units = read_units, .write_units = write_units});
  }

  testing::TemporaryDirectory directory_;
  database::RocksdbStore store_;
  ManualClock clock_;
  std::unique_ptr<database::Database> database_;
  std::string answer_;
};

}  // namespace partita::scaling
