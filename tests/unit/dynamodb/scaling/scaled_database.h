#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dynamodb/operations/context.h"
#include "dynamodb/operations/create_table.h"
#include "dynamodb/operations/describe_scaling_activities.h"
#include "dynamodb/operations/put_scaling_policy.h"
#include "dynamodb/operations/register_scalable_target.h"
#include "dynamodb/operations/update_table.h"
#include "dynamodb/scaling/consumption.h"
#include "dynamodb/scaling/scaler.h"
#include "engine/memory/memory_engine.h"
#include "language/expression/expression_cache.h"
#include "partita/base/clock.h"
#include "partita/base/task.h"
#include "store/catalog/catalog.h"
#include "store/jobs/jobs.h"
#include "support/store_kind.h"

namespace partita::scaling {

// A provisioned table, the jobs that scale it, and a clock that the test moves.
class ScaledDatabase : public ::testing::Test {
 protected:
  ScaledDatabase() {
    // Noon of 2024-10-04, so that half a UTC day is before and half behind.
    clock_.advance(std::chrono::days(20'000) + std::chrono::hours(12));
    open();
  }

  // Forgets everything that is not stored.
  void open() {
    context_.reset();
    jobs_.reset();
    scaler_.reset();
    consumption_.reset();
    catalog_ = sync_wait(catalog::Catalog::open(*engine_, {.clock = &date_})).value();
    jobs_.emplace(jobs::JobsOptions{.clock = &clock_, .runs_timed = false});
    consumption_.emplace(*engine_, *catalog_, "server" + std::to_string(++opened_));
    scaler_.emplace(*engine_, *catalog_, *jobs_);
    consumption_->add_to(*jobs_);
    scaler_->add_job();
    context_.reset(new operations::Context{*engine_, *catalog_, expressions_, clock_});
    context_->scaler = &*scaler_;
    work();  // As at every start.
  }

  void work() {
    const Status done = jobs_->run_timed();
    EXPECT_TRUE(done.ok()) << done.error().to_string();
  }
  void pass_minute() {
    clock_.advance(std::chrono::minutes(1));
    work();
  }
  void pass_minutes(int minutes) {
    for (int i = 0; i < minutes; ++i) pass_minute();
  }

  // With a global index `byPk`, if that is wanted, of five units.
  enum class WithIndex { No, Yes };
  void create_table(std::int64_t reads, std::int64_t writes, WithIndex index = WithIndex::No) {
    api::CreateTableRequest request;
    request.table_name = "Orders";
    request.attribute_definitions = {{"pk", api::ScalarAttributeType::S}};
    request.key_schema = {{"pk", api::KeyType::Hash}};
    request.provisioned_throughput = {reads, writes};
    if (index == WithIndex::Yes) {
      auto& added = request.global_secondary_indexes.emplace().emplace_back();
      added.index_name = "byPk";
      added.key_schema = {{"pk", api::KeyType::Hash}};
      added.projection.projection_type = api::ProjectionType::KeysOnly;
      added.provisioned_throughput = {5, 5};
    }
    const auto made = sync_wait(operations::create_table(*context_, request));
    ASSERT_TRUE(made.ok()) << made.error().to_string();
  }
  // What UpdateTable says; empty: it was done.
  std::string update(const api::UpdateTableRequest& request) {
    const auto updated = sync_wait(operations::update_table(*context_, request));
    return updated.ok() ? "" : updated.error().message();
  }
  std::string provision(std::int64_t reads, std::int64_t writes) {
    api::UpdateTableRequest request;
    request.table_name = "Orders";
    request.provisioned_throughput = {reads, writes};
    return update(request);
  }

  static TargetName of_table(Use use) { return {"Orders", "", use}; }
  void register_target(const TargetName& name, std::int64_t min, std::int64_t max) {
    api::RegisterScalableTargetRequest request;
    request.resource_id = name.resource_id();
    request.scalable_dimension = name.dimension();
    request.min_capacity = min;
    request.max_capacity = max;
    const auto made = sync_wait(operations::register_scalable_target(*context_, request));
    ASSERT_TRUE(made.ok()) << made.error().to_string();
  }
  void put_policy(const TargetName& name, double value) {
    api::PutScalingPolicyRequest request;
    request.policy_name = "follow";
    request.resource_id = name.resource_id();
    request.scalable_dimension = name.dimension();
    auto& tracking = request.target_tracking.emplace();
    tracking.target_value = value;
    tracking.predefined_metric_specification.emplace().predefined_metric_type = name.metric();
    const auto made = sync_wait(operations::put_scaling_policy(*context_, request));
    ASSERT_TRUE(made.ok()) << made.error().to_string();
  }
  void follow(const TargetName& name, std::int64_t min, std::int64_t max, double value) {
    register_target(name, min, max);
    put_policy(name, value);
  }
  std::vector<api::ScalingActivity> activities() {
    const api::DescribeScalingActivitiesRequest request;
    return sync_wait(operations::describe_scaling_activities(*context_, request))
        .value()
        .scaling_activities;
  }

  catalog::TablePointer table() { return catalog_->find("Orders"); }
  const api::ProvisionedThroughputDescription& throughput() {
    shown_ = table();
    return shown_->settings.provisioned_throughput;
  }
  std::int64_t reads() { return *throughput().read_capacity_units; }
  std::int64_t writes() { return *throughput().write_capacity_units; }
  std::int64_t index_writes() {
    return *table()->find_index("byPk")->settings.provisioned_throughput.write_capacity_units;
  }

  // Stands for requests that have cost so many units.
  void use(double read_units, double write_units, std::string_view index = "") {
    const auto id = index.empty() ? keys::IndexId::Base : table()->find_index(index)->id;
    catalog_->usage().add(table()->id, id, {.read_units = read_units, .write_units = write_units});
  }

  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine(&testing::store_kind);
  ManualClock clock_;
  // The same, which can be in doubt about the date.
  struct Date final : Clock {
    explicit Date(const Clock& clock) : shown(clock) {}
    WallTime wall_now() const override { return shown.wall_now(); }
    MonotonicTime monotonic_now() const override { return shown.monotonic_now(); }
    std::optional<WallTime> trusted_now() const override {
      return is_trusted ? std::optional(shown.wall_now()) : std::nullopt;
    }
    const Clock& shown;
    bool is_trusted = true;
  } date_{clock_};
  std::unique_ptr<catalog::Catalog> catalog_;
  std::optional<jobs::Jobs> jobs_;
  std::optional<Consumption> consumption_;
  std::optional<Scaler> scaler_;
  expression::ExpressionCache expressions_{expression::ExpressionCache::Limits{}};
  std::unique_ptr<operations::Context> context_;
  catalog::TablePointer shown_;
  int opened_ = 0;
};

}  // namespace partita::scaling
