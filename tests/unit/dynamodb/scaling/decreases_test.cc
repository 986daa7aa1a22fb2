#include "unit/dynamodb/scaling/scaled_database.h"

namespace partita::scaling {
namespace {

using Decreases = ScaledDatabase;

TEST_F(Decreases, AreFourInADayAndThenOneInAnHour) {
  create_table(9, 9);
  for (int units = 8; units >= 5; --units) ASSERT_EQ(provision(units, 9), 200) << answer_;
  EXPECT_EQ(provision(4, 9), 400);
  EXPECT_NE(answer_.find("Subscriber limit exceeded: Provisioned throughput decreases are limited "
                         "within a given UTC day. After the first 4 decreases, each subsequent "
                         "decrease in the same UTC day can be performed at most once every 3600 "
                         "seconds. Number of decreases today: 4. Last decrease at Friday, "
                         "October 4, 2024 12:00:00 PM UTC. Next decrease can be made at Friday, "
                         "October 4, 2024 1:00:00 PM UTC"),
            std::string::npos)
      << answer_;
  EXPECT_NE(answer_.find("LimitExceededException"), std::string::npos) << answer_;
  // More is always to be had, and lowering one while raising the other is lowering, too.
  EXPECT_EQ(provision(6, 9), 200) << answer_;
  EXPECT_EQ(provision(7, 8), 400);
  clock_.advance(std::chrono::minutes(60));
  EXPECT_EQ(provision(5, 9), 200) << answer_;
  EXPECT_EQ(provision(4, 9), 400);
}

TEST_F(Decreases, AreCountedAnewAfterMidnight) {
  create_table(9, 9);
  for (int units = 8; units >= 5; --units) ASSERT_EQ(provision(units, 9), 200) << answer_;
  clock_.advance(std::chrono::hours(12));
  EXPECT_EQ(provision(4, 9), 200) << answer_;
  EXPECT_EQ(table()->settings.provisioned_throughput.number_of_decreases_today, 1);
}

TEST_F(Decreases, OfAnIndexAreItsOwn) {
  create_table(9, 9, R"(, "GlobalSecondaryIndexes": [{"IndexName": "byPk",
      "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
      "Projection": {"ProjectionType": "KEYS_ONLY"},
      "ProvisionedThroughput": {"ReadCapacityUnits": 9, "WriteCapacityUnits": 9}}])");
  for (int units = 8; units >= 5; --units) ASSERT_EQ(provision(units, 9), 200) << answer_;
  const auto provision_index = [&](int units) {
    return send("UpdateTable", fmt::format(R"({{"TableName": "Orders",
        "GlobalSecondaryIndexUpdates": [{{"Update": {{"IndexName": "byPk",
          "ProvisionedThroughput": {{"ReadCapacityUnits": {}, "WriteCapacityUnits": 9}}}}}}]}})",
                                           units));
  };
  for (int units = 8; units >= 5; --units) ASSERT_EQ(provision_index(units), 200) << answer_;
  EXPECT_EQ(provision_index(4), 400);
}

}  // namespace
}  // namespace partita::scaling
