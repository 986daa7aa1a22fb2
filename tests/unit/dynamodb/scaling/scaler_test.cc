#include "dynamodb/scaling/scaler.h"

#include "dynamodb/scaling/scaling_rows.h"
#include "engine/retry.h"
#include "unit/dynamodb/scaling/scaled_database.h"

namespace partita::scaling {
namespace {

using Scaling = ScaledDatabase;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::string_view kIndex = R"(, "GlobalSecondaryIndexes": [{"IndexName": "byPk",
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "Projection": {"ProjectionType": "KEYS_ONLY"},
    "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}}])";

TEST_F(Scaling, RaisesACapacityBelowTheMinimumAtOnce) {
  create_table(5, 5);
  register_target(target_of("Read"), 20, 100);
  work();
  EXPECT_EQ(reads(), 20);
  EXPECT_EQ(writes(), 5);
}

TEST_F(Scaling, FollowsTheLoadOutWithinTwoMinutesAndInAfterAQuarterOfAnHour) {
  create_table(10, 10);
  register_target(target_of("Write"), 10, 50);
  put_policy(target_of("Write"), "Write", 70);
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

TEST_F(Scaling, SeesWhatRealRequestsCost) {
  create_table(10, 1);
  register_target(target_of("Write"), 1, 500);
  put_policy(target_of("Write"), "Write", 50);
  work();
  const std::string large(100'000, 'x');
  for (int minute = 0; minute < 2; ++minute) {
    for (int i = 0; i < 6; ++i) {
      ASSERT_EQ(send("PutItem", fmt::format(R"({{"TableName": "Orders", "Item":
          {{"pk": {{"S": "{}"}}, "text": {{"S": "{}"}}}}}})",
                                            i, large)),
                200);
    }
    pass_minute();
  }
  // Six times 98 units in a minute are 9.8 a second.
  EXPECT_EQ(writes(), 20);
}

TEST_F(Scaling, LeavesATableThatIsPaidByRequest) {
  create_table(10, 10);
  register_target(target_of("Read"), 50, 100);
  ASSERT_EQ(send("UpdateTable", R"({"TableName": "Orders", "BillingMode": "PAY_PER_REQUEST"})"),
            200);
  pass_minutes(2);
  EXPECT_EQ(reads(), 0);
  // The target is there when it is provisioned again.
  ASSERT_EQ(send("UpdateTable", R"({"TableName": "Orders", "BillingMode": "PROVISIONED",
      "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}})"),
            200);
  pass_minute();
  EXPECT_EQ(reads(), 50);
}

TEST_F(Scaling, ScalesAnIndexByItsOwnUse) {
  create_table(10, 10, kIndex);
  register_target(target_of("Write", "byPk"), 5, 40);
  put_policy(target_of("Write", "byPk"), "Write", 70);
  for (int i = 0; i < 2; ++i) {
    use(0, 1200);
    use(0, 840, "Orders", "byPk");
    pass_minute();
  }
  EXPECT_EQ(index_writes("byPk"), 20);
  EXPECT_EQ(writes(), 10);
}

TEST_F(Scaling, LowersReadsAndWritesInOneStep) {
  create_table(40, 40);
  for (const std::string_view direction : {"Read", "Write"}) {
    register_target(target_of(direction), 10, 50);
    put_policy(target_of(direction), direction, 70);
  }
  pass_minutes(2);
  EXPECT_EQ(reads(), 10);
  EXPECT_EQ(writes(), 10);
  EXPECT_EQ(table()->settings.provisioned_throughput.number_of_decreases_today, 1);
}

TEST_F(Scaling, KeepsAwsLimitOfDecreasesInADay) {
  create_table(10, 10);
  register_target(target_of("Read"), 10, 100);
  put_policy(target_of("Read"), "Read", 70);
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(provision(20, 10), 200) << answer_;
    pass_minutes(2);
    ASSERT_EQ(reads(), 10) << i;
  }
  ASSERT_EQ(provision(20, 10), 200) << answer_;
  pass_minutes(50);
  EXPECT_EQ(reads(), 20);
  pass_minutes(12);
  EXPECT_EQ(reads(), 10);
  // The next day begins anew.
  ASSERT_EQ(provision(20, 10), 200) << answer_;
  clock_.advance(hours(12));
  pass_minutes(2);
  EXPECT_EQ(reads(), 10);
  EXPECT_EQ(table()->settings.provisioned_throughput.number_of_decreases_today, 1);
}

TEST_F(Scaling, TellsWhatItHasDone) {
  create_table(5, 5);
  register_target(target_of("Read"), 20, 100);
  work();
  ASSERT_EQ(send("DescribeScalingActivities", R"({"ServiceNamespace": "dynamodb"})"), 200);
  for (const std::string_view part :
       {R"("Description":"Setting read capacity units to 20.")",
        R"("Cause":"minimum capacity was set to 20")", R"("StatusCode":"Successful")",
        R"("ResourceId":"table/Orders")"}) {
    EXPECT_NE(answer_.find(part), std::string::npos) << part << " in " << answer_;
  }
}

TEST_F(Scaling, GoesOnAfterARestart) {
  create_table(10, 10);
  register_target(target_of("Write"), 10, 50);
  put_policy(target_of("Write"), "Write", 70);
  use(0, 1200);
  pass_minute();
  open();
  use(0, 1200);
  pass_minute();
  EXPECT_EQ(writes(), 29);
  open();
  ASSERT_EQ(send("DescribeScalingActivities", R"({"ServiceNamespace": "dynamodb"})"), 200);
  EXPECT_NE(answer_.find("Setting write capacity units to 29."), std::string::npos) << answer_;
}

// The program ends between the row that says that a change is begun, and the change.
TEST_F(Scaling, SettlesWhatACrashHasLeftBegun) {
  create_table(10, 10);
  register_target(target_of("Read"), 10, 50);
  const TargetName name{"Orders", "", Use::Read};
  const auto leave_begun = [&](std::int64_t to) {
    const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
      auto target = co_await read_target(transaction, name);
      CO_TRY(target);
      (*target)->pending = CapacityChange{.from = 5, .to = to, .time = {}, .activity = "a"};
      put_target(transaction, name, **target);
      co_return Status{};
    };
    ASSERT_TRUE(sync_wait(engine::run(database_->context().engine, body)).ok());
  };
  const auto status_after_work = [&](std::int64_t to) {
    leave_begun(to);
    open();
    work();
    send("DescribeScalingActivities", R"({"ServiceNamespace": "dynamodb"})");
    return answer_;
  };
  // It was made: the table says so.
  EXPECT_NE(status_after_work(10).find("Successful"), std::string::npos) << answer_;
  // It was not: the next turn may decide anew.
  EXPECT_NE(status_after_work(30).find("Failed"), std::string::npos) << answer_;
  EXPECT_EQ(reads(), 10);
  register_target(target_of("Read"), 20, 50);
  work();
  EXPECT_EQ(reads(), 20);
}

TEST_F(Scaling, StopsWhenTheTargetIsDeregistered) {
  create_table(10, 10);
  register_target(target_of("Write"), 10, 50);
  put_policy(target_of("Write"), "Write", 70);
  ASSERT_EQ(send("DeregisterScalableTarget", "{" + target_of("Write") + "}"), 200) << answer_;
  for (int i = 0; i < 3; ++i) {
    use(0, 1200);
    pass_minute();
  }
  EXPECT_EQ(writes(), 10);
  ASSERT_EQ(send("DescribeScalingPolicies", R"({"ServiceNamespace": "dynamodb"})"), 200);
  EXPECT_EQ(answer_, R"({"ScalingPolicies":[]})");
}

TEST_F(Scaling, SurvivesATableThatIsGone) {
  create_table(10, 10, kIndex);
  register_target(target_of("Write", "byPk"), 10, 50);
  work();
  EXPECT_EQ(index_writes("byPk"), 10);
  ASSERT_EQ(send("DeleteTable", R"({"TableName": "Orders"})"), 200);
  pass_minutes(2);
  // AWS: the target of a deleted table stays.
  ASSERT_EQ(send("DescribeScalableTargets", R"({"ServiceNamespace": "dynamodb"})"), 200);
  EXPECT_NE(answer_.find("table/Orders/index/byPk"), std::string::npos) << answer_;
}

TEST_F(Scaling, ForgetsActivitiesAfterSixWeeks) {
  create_table(5, 5);
  register_target(target_of("Read"), 20, 100);
  work();
  clock_.advance(std::chrono::days(41));
  work();
  send("DescribeScalingActivities", R"({"ServiceNamespace": "dynamodb"})");
  EXPECT_NE(answer_.find("Setting read"), std::string::npos) << answer_;
  clock_.advance(std::chrono::days(2));
  work();
  send("DescribeScalingActivities", R"({"ServiceNamespace": "dynamodb"})");
  EXPECT_EQ(answer_, R"({"ScalingActivities":[]})");
}

}  // namespace
}  // namespace partita::scaling
