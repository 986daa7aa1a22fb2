#include "model/lint/measured_load.h"

#include <gtest/gtest.h>

namespace partita::lint {
namespace {

constexpr Prices kPrices{.write_request_million = 1,
                         .read_request_million = 0.5,
                         .write_unit_hour = 0.001,
                         .read_unit_hour = 0.0001,
                         .storage_gb_month = 0};
constexpr double kSecondsPerMonth = 30 * 24 * 3600;

TEST(MeasuredLoad, CostsItsUnitsOnDemand) {
  const auto cost = monthly_cost({.reads = {0, 4}, .writes = {1, 1}}, kPrices);
  EXPECT_DOUBLE_EQ(cost.on_demand, (2 * 0.5 + 1) * kSecondsPerMonth / 1e6);
}

TEST(MeasuredLoad, CostsCapacityOfWhichSeventyPercentAreUsed) {
  const auto cost = monthly_cost({.reads = {7, 7, 7}, .writes = {70, 70, 70}}, kPrices);
  EXPECT_DOUBLE_EQ(cost.provisioned, 730 * (10 * 0.0001 + 100 * 0.001));
}

TEST(MeasuredLoad, KeepsCapacityForFifteenMinutesAfterAPeak) {
  std::vector<double> writes(32, 0);
  writes[0] = 70;
  const auto cost = monthly_cost({.reads = std::vector<double>(32, 0), .writes = writes}, kPrices);
  EXPECT_DOUBLE_EQ(cost.provisioned, 730 * (0.0001 + (16 * 100 + 16) / 32.0 * 0.001));
}

TEST(MeasuredLoad, IsCheaperOnDemandWhenIdleAndProvisionedWhenEven) {
  const Prices& prices = newest_price_book().standard;
  std::vector<double> idle(600, 0);
  idle[300] = 20;
  const auto rare = monthly_cost({.reads = idle, .writes = idle}, prices);
  EXPECT_LT(rare.on_demand, rare.provisioned);
  const std::vector<double> even(600, 100);
  const auto steady = monthly_cost({.reads = even, .writes = even}, prices);
  EXPECT_GT(steady.on_demand, steady.provisioned);
}

}  // namespace
}  // namespace partita::lint
