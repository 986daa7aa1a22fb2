#include "unit/dynamodb/scaling/scaled_database.h"

namespace partita::scaling {
namespace {

using Decreases = ScaledDatabase;

TEST_F(Decreases, AreFourInADayAndThenOneInAnHour) {
  create_table(9, 9);
  for (int units = 8; units >= 5; --units) ASSERT_EQ(provision(units, 9), "");
  EXPECT_EQ(provision(4, 9),
            "Subscriber limit exceeded: Provisioned throughput decreases are limited within a "
            "given UTC day. After the first 4 decreases, each subsequent decrease in the same UTC "
            "day can be performed at most once every 3600 seconds. Number of decreases today: 4. "
            "Last decrease at Friday, October 4, 2024 12:00:00 PM UTC. Next decrease can be made "
            "at Friday, October 4, 2024 1:00:00 PM UTC");
  // More is always to be had, and lowering one while raising the other is lowering, too.
  EXPECT_EQ(provision(6, 9), "");
  EXPECT_NE(provision(7, 8), "");
  clock_.advance(std::chrono::minutes(60));
  EXPECT_EQ(provision(5, 9), "");
  EXPECT_NE(provision(4, 9), "");
}

TEST_F(Decreases, AreCountedAnewAfterMidnight) {
  create_table(9, 9);
  for (int units = 8; units >= 5; --units) ASSERT_EQ(provision(units, 9), "");
  clock_.advance(std::chrono::hours(12));
  EXPECT_EQ(provision(4, 9), "");
  EXPECT_EQ(throughput().number_of_decreases_today, 1);
}

TEST_F(Decreases, OfAnIndexAreItsOwn) {
  create_table(9, 9, WithIndex::Yes);
  for (int units = 8; units >= 5; --units) ASSERT_EQ(provision(units, 9), "");
  const auto provision_index = [&](std::int64_t units) {
    api::UpdateTableRequest request;
    request.table_name = "Orders";
    auto& updated = request.global_secondary_index_updates.emplace().emplace_back();
    updated.update.emplace().index_name = "byPk";
    updated.update->provisioned_throughput = api::ProvisionedThroughput{5, units};
    return update(request);
  };
  for (int units = 4; units >= 1; --units) ASSERT_EQ(provision_index(units), "");
  ASSERT_EQ(provision_index(3), "");
  EXPECT_NE(provision_index(2), "");
}

}  // namespace
}  // namespace partita::scaling
