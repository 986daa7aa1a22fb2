#include "ttl/clock_guard.h"

#include <gtest/gtest.h>

namespace partita::ttl {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(ClockGuard, BelievesACalendarThatPassesTime) {
  ManualClock clock;
  ClockGuard guard(clock, {});
  for (int day = 0; day < 1000; ++day) {
    clock.advance(hours(24));
    EXPECT_TRUE(guard.look());
  }
}

TEST(ClockGuard, DoesNotMindSmallCorrections) {
  ManualClock clock;
  ClockGuard guard(clock, {});
  clock.jump_wall(minutes(59));
  EXPECT_TRUE(guard.look());
  clock.jump_wall(-minutes(100));
  EXPECT_FALSE(guard.look());  // Not more than an hour since the start, but in one step.
}

TEST(ClockGuard, SuspectsACalendarThatIsSetForwardOrBack) {
  for (const auto jump : {hours(2), -hours(2)}) {
    ManualClock clock;
    ClockGuard guard(clock, {});
    clock.jump_wall(jump);
    EXPECT_FALSE(guard.look());
    EXPECT_EQ(guard.drift(), jump);
  }
}

TEST(ClockGuard, SuspectsManySmallStepsThatAddUp) {
  ManualClock clock;
  ClockGuard guard(clock, {});
  for (int i = 0; i < 6; ++i) {
    clock.jump_wall(minutes(10));
    EXPECT_TRUE(guard.look());
  }
  clock.jump_wall(minutes(10));
  EXPECT_FALSE(guard.look());
}

TEST(ClockGuard, BelievesAgainOnceTheCalendarHasBeenBackForAWhile) {
  ManualClock clock;
  ClockGuard guard(clock, {});
  clock.jump_wall(hours(24 * 365));
  EXPECT_FALSE(guard.look());
  clock.jump_wall(-hours(24 * 365));
  EXPECT_FALSE(guard.look());
  clock.advance(seconds(1));
  EXPECT_FALSE(guard.look());
  clock.advance(minutes(9));
  EXPECT_FALSE(guard.look());
  clock.advance(minutes(1));
  EXPECT_TRUE(guard.look());
}

TEST(ClockGuard, NeverGetsUsedToAWrongCalendar) {
  ManualClock clock;
  ClockGuard guard(clock, {});
  clock.jump_wall(hours(24 * 365));
  for (int day = 0; day < 100; ++day) {
    clock.advance(hours(24));
    EXPECT_FALSE(guard.look());
  }
}

}  // namespace
}  // namespace partita::ttl
