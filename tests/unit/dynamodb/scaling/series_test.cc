#include "dynamodb/scaling/capacity_series.h"
#include "unit/dynamodb/scaling/scaled_database.h"

namespace partita::scaling {
namespace {

class Series : public ScaledDatabase {
 protected:
  std::int64_t minute() {
    return std::chrono::floor<std::chrono::minutes>(clock_.wall_now()).time_since_epoch().count();
  }
  CapacitySeries last_minutes(std::int64_t minutes, std::string index = "") {
    const SeriesOf wanted{"Orders", std::move(index), minute() - minutes + 1, minute()};
    return sync_wait(capacity_series(*engine_, wanted)).value();
  }
};

TEST_F(Series, HasAMinuteForEachMinute) {
  create_table(10, 20);
  work();
  use(60, 120);
  pass_minute();
  use(6, 0);
  pass_minute();
  const auto series = last_minutes(4);
  EXPECT_EQ(series.first_minute, minute() - 3);
  EXPECT_EQ(series.reads.consumed, (std::vector<double>{0, 1, 0.1, 0}));
  EXPECT_EQ(series.writes.consumed, (std::vector<double>{0, 2, 0, 0}));
  EXPECT_EQ(series.reads.provisioned, (std::vector<std::int64_t>{10, 10, 10, 10}));
  EXPECT_EQ(series.writes.provisioned, (std::vector<std::int64_t>{20, 20, 20, 20}));
}

TEST_F(Series, SharesOutWhatCameAroundTheEndOfAMinute) {
  create_table(10, 10);
  clock_.advance(std::chrono::seconds(54));
  work();
  use(60, 0);
  clock_.advance(std::chrono::seconds(10));  // Six of them before the end.
  work();
  const auto series = last_minutes(2);
  EXPECT_DOUBLE_EQ(series.reads.consumed[0], 0.6);
  EXPECT_DOUBLE_EQ(series.reads.consumed[1], 0.4);
}

TEST_F(Series, KeepsWhatWasProvisioned) {
  create_table(10, 10);
  work();
  pass_minute();
  ASSERT_EQ(provision(30, 10), "");
  pass_minutes(2);
  EXPECT_EQ(last_minutes(4).reads.provisioned, (std::vector<std::int64_t>{10, 10, 30, 30}));
  // Also where it was set before the first minute that is asked for.
  pass_minutes(5);
  EXPECT_EQ(last_minutes(2).reads.provisioned, (std::vector<std::int64_t>{30, 30}));
}

TEST_F(Series, IsOfAnIndexAlone) {
  create_table(10, 10, WithIndex::Yes);
  work();
  use(0, 60);
  use(0, 120, "byPk");
  pass_minute();
  EXPECT_EQ(last_minutes(2, "byPk").writes.consumed[0], 2);
  EXPECT_EQ(last_minutes(2).writes.consumed[0], 1);
}

TEST_F(Series, SumsUpServersAndSurvivesThem) {
  create_table(10, 10);
  work();
  use(60, 0);
  clock_.advance(std::chrono::seconds(20));
  work();
  open();
  work();
  use(60, 0);
  clock_.advance(std::chrono::seconds(20));
  work();
  EXPECT_EQ(last_minutes(1).reads.consumed[0], 2);
}

TEST_F(Series, ForgetsAfterADay) {
  create_table(10, 10);
  work();
  use(60, 0);
  pass_minute();
  int rows = 0;
  const auto count = [&](std::int64_t, const MinuteRow&) { ++rows; };
  ASSERT_TRUE(sync_wait(read_minutes(*engine_, 0, count)).ok());
  EXPECT_EQ(rows, 1);
  clock_.advance(std::chrono::hours(26));
  date_.is_trusted = false;
  work();
  rows = 0;
  ASSERT_TRUE(sync_wait(read_minutes(*engine_, 0, count)).ok());
  EXPECT_EQ(rows, 1) << "the date is in doubt";
  date_.is_trusted = true;
  work();
  rows = 0;
  ASSERT_TRUE(sync_wait(read_minutes(*engine_, 0, count)).ok());
  EXPECT_EQ(rows, 0);
}

}  // namespace
}  // namespace partita::scaling
