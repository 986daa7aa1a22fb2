#include "dynamodb/scaling/scaler.h"

#include "dynamodb/operations/delete_table.h"
#include "dynamodb/operations/deregister_scalable_target.h"
#include "dynamodb/operations/describe_scalable_targets.h"
#include "dynamodb/operations/describe_scaling_policies.h"
#include "dynamodb/scaling/scaling_rows.h"
#include "engine/retry.h"
#include "unit/dynamodb/scaling/scaled_database.h"

namespace partita::scaling {
namespace {

using Scaling = ScaledDatabase;
using api::ScalingActivityStatusCode;
using std::chrono::days;
using std::chrono::hours;

TEST_F(Scaling, RaisesACapacityBelowTheMinimumAtOnce) {
  create_table(5, 5);
  register_target(of_table(Use::Read), 20, 100);
  work();
  EXPECT_EQ(reads(), 20);
  EXPECT_EQ(writes(), 5);
}

TEST_F(Scaling, FollowsTheLoadOutWithinTwoMinutesAndInAfterAQuarterOfAnHour) {
  create_table(10, 10);
  follow(of_table(Use::Write), 10, 50, 70);
  work();
  // 20 units a second: the first minute alone is not enough.
  use(0, 1200);
  pass_minute();
  EXPECT_EQ(writes(), 10);
  use(0, 1200);
  pass_minute();
  EXPECT_EQ(writes(), 29);  // 20 / 0.7
  pass_minutes(14);
  EXPECT_EQ(writes(), 29);
  pass_minutes(3);
  EXPECT_EQ(writes(), 10);
  EXPECT_EQ(reads(), 10);
}

TEST_F(Scaling, LeavesATableThatIsPaidByRequest) {
  create_table(10, 10);
  register_target(of_table(Use::Read), 50, 100);
  api::UpdateTableRequest request;
  request.table_name = "Orders";
  request.billing_mode = api::BillingMode::PayPerRequest;
  ASSERT_EQ(update(request), "");
  pass_minutes(2);
  EXPECT_EQ(reads(), 0);
  // The target is there when it is provisioned again.
  request.billing_mode = api::BillingMode::Provisioned;
  request.provisioned_throughput = {5, 5};
  ASSERT_EQ(update(request), "");
  pass_minute();
  EXPECT_EQ(reads(), 50);
}

TEST_F(Scaling, ScalesAnIndexByItsOwnUse) {
  create_table(10, 10, WithIndex::Yes);
  follow({"Orders", "byPk", Use::Write}, 5, 40, 70);
  for (int i = 0; i < 2; ++i) {
    use(0, 1200);
    use(0, 840, "byPk");
    pass_minute();
  }
  EXPECT_EQ(index_writes(), 20);
  EXPECT_EQ(writes(), 10);
}

TEST_F(Scaling, LowersReadsAndWritesInOneStep) {
  create_table(40, 40);
  follow(of_table(Use::Read), 10, 50, 70);
  follow(of_table(Use::Write), 10, 50, 70);
  pass_minutes(2);
  EXPECT_EQ(reads(), 10);
  EXPECT_EQ(writes(), 10);
  EXPECT_EQ(throughput().number_of_decreases_today, 1);
}

TEST_F(Scaling, KeepsAwsLimitOfDecreasesInADay) {
  create_table(10, 10);
  follow(of_table(Use::Read), 10, 100, 70);
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(provision(20, 10), "");
    pass_minutes(2);
    ASSERT_EQ(reads(), 10) << i;
  }
  ASSERT_EQ(provision(20, 10), "");
  pass_minutes(50);
  EXPECT_EQ(reads(), 20);
  pass_minutes(12);
  EXPECT_EQ(reads(), 10);
  // The next day begins anew.
  ASSERT_EQ(provision(20, 10), "");
  clock_.advance(hours(12));
  pass_minutes(2);
  EXPECT_EQ(reads(), 10);
  EXPECT_EQ(throughput().number_of_decreases_today, 1);
}

TEST_F(Scaling, TellsWhatItHasDone) {
  create_table(5, 5);
  register_target(of_table(Use::Read), 20, 100);
  work();
  const auto done = activities();
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].resource_id, "table/Orders");
  EXPECT_EQ(done[0].scalable_dimension, api::ScalableDimension::TableReadCapacityUnits);
  EXPECT_EQ(done[0].description, "Setting read capacity units to 20.");
  EXPECT_EQ(done[0].cause, "minimum capacity was set to 20");
  EXPECT_EQ(done[0].status_code, ScalingActivityStatusCode::Successful);
}

TEST_F(Scaling, GoesOnAfterARestart) {
  create_table(10, 10);
  follow(of_table(Use::Write), 10, 50, 70);
  use(0, 1200);
  pass_minute();
  open();
  use(0, 1200);
  pass_minute();
  EXPECT_EQ(writes(), 29);
  open();
  ASSERT_EQ(activities().size(), 1U);
  EXPECT_EQ(activities()[0].description, "Setting write capacity units to 29.");
}

// The program ends between the row that says that a change is begun, and the change.
TEST_F(Scaling, SettlesWhatACrashHasLeftBegun) {
  create_table(10, 10);
  register_target(of_table(Use::Read), 10, 50);
  const auto status_after_crash = [&](std::int64_t to) {
    const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
      auto target = co_await read_target(transaction, of_table(Use::Read));
      CO_TRY(target);
      const auto now = std::chrono::duration<double>(clock_.wall_now().time_since_epoch());
      (*target)->pending =
          CapacityChange{.from = 5, .to = to, .time = {now.count()}, .activity = "a"};
      put_target(transaction, of_table(Use::Read), **target);
      co_return Status{};
    };
    EXPECT_TRUE(sync_wait(engine::run(*engine_, body)).ok());
    open();
    work();
    return activities().at(0).status_code;
  };
  // It was made: the table says so.
  EXPECT_EQ(status_after_crash(10), ScalingActivityStatusCode::Successful);
  // It was not: the next turn may decide anew.
  EXPECT_EQ(status_after_crash(30), ScalingActivityStatusCode::Failed);
  EXPECT_EQ(reads(), 10);
  register_target(of_table(Use::Read), 20, 50);
  work();
  EXPECT_EQ(reads(), 20);
}

// With state delays a table is Updating after the very change that a crash has left begun.
TEST_F(Scaling, SettlesWhatACrashHasLeftBegunOfATableThatIsUpdating) {
  create_table(10, 10);
  register_target(of_table(Use::Read), 10, 50);
  const auto updating = [&](const catalog::Table& stored) -> Result<catalog::Table> {
    catalog::Table changed = stored;
    changed.state = catalog::TableState::Updating;
    const auto later = clock_.wall_now() + hours(1);
    changed.settings.state_ends = {std::chrono::duration<double>(later.time_since_epoch()).count()};
    return changed;
  };
  ASSERT_TRUE(sync_wait(catalog_->change("Orders", updating)).ok());
  const auto begin = [&](engine::Transaction& transaction) -> Task<Status> {
    auto target = co_await read_target(transaction, of_table(Use::Read));
    CO_TRY(target);
    const auto now = std::chrono::duration<double>(clock_.wall_now().time_since_epoch());
    (*target)->pending =
        CapacityChange{.from = 5, .to = 10, .time = {now.count()}, .activity = "a"};
    put_target(transaction, of_table(Use::Read), **target);
    co_return Status{};
  };
  ASSERT_TRUE(sync_wait(engine::run(*engine_, begin)).ok());
  open();
  work();
  ASSERT_EQ(activities().size(), 1U);
  EXPECT_EQ(activities().at(0).status_code, ScalingActivityStatusCode::Successful);
}

// What was counted while the clock was wrong is no use of today.
TEST_F(Scaling, ForgetsUseThatWasCountedUnderAClockThatWasAhead) {
  create_table(10, 10);
  follow(of_table(Use::Write), 10, 50, 70);
  clock_.jump_wall(hours(5));
  for (int i = 0; i < 3; ++i) {
    use(0, 1200);
    pass_minute();
  }
  ASSERT_EQ(writes(), 29);
  clock_.jump_wall(-hours(5));
  pass_minutes(20);
  EXPECT_EQ(writes(), 10);
}

TEST_F(Scaling, StopsWhenTheTargetIsDeregistered) {
  create_table(10, 10);
  follow(of_table(Use::Write), 10, 50, 70);
  api::DeregisterScalableTargetRequest request;
  request.resource_id = "table/Orders";
  request.scalable_dimension = api::ScalableDimension::TableWriteCapacityUnits;
  ASSERT_TRUE(sync_wait(operations::deregister_scalable_target(*context_, request)).ok());
  for (int i = 0; i < 3; ++i) {
    use(0, 1200);
    pass_minute();
  }
  EXPECT_EQ(writes(), 10);
  const api::DescribeScalingPoliciesRequest all;
  const auto policies = sync_wait(operations::describe_scaling_policies(*context_, all));
  ASSERT_TRUE(policies.ok());
  EXPECT_TRUE(policies->scaling_policies.empty());
}

TEST_F(Scaling, LeavesTheTargetOfADeletedTable) {
  create_table(10, 10, WithIndex::Yes);
  register_target({"Orders", "byPk", Use::Write}, 10, 50);
  work();
  EXPECT_EQ(index_writes(), 10);
  api::DeleteTableRequest request;
  request.table_name = "Orders";
  ASSERT_TRUE(sync_wait(operations::delete_table(*context_, request)).ok());
  pass_minutes(2);
  const api::DescribeScalableTargetsRequest all;
  const auto targets = sync_wait(operations::describe_scalable_targets(*context_, all));
  ASSERT_TRUE(targets.ok());
  EXPECT_EQ(targets->scalable_targets.size(), 1U);
}

TEST_F(Scaling, ForgetsActivitiesAfterSixWeeks) {
  create_table(5, 5);
  register_target(of_table(Use::Read), 20, 100);
  work();
  clock_.advance(days(41));
  work();
  EXPECT_EQ(activities().size(), 1U);
  clock_.advance(days(2));
  date_.is_trusted = false;
  work();
  EXPECT_EQ(activities().size(), 1U);
  date_.is_trusted = true;
  clock_.advance(hours(2));
  work();
  EXPECT_TRUE(activities().empty());
}

}  // namespace
}  // namespace partita::scaling
