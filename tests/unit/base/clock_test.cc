#include "partita/base/clock.h"

#include <gtest/gtest.h>

namespace partita {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

TEST(ManualClock, StandsStillUntilItIsMoved) {
  const ManualClock clock;
  EXPECT_EQ(clock.wall_now(), WallTime{});
  EXPECT_EQ(clock.monotonic_now(), MonotonicTime{});
  EXPECT_EQ(clock.wall_now(), clock.wall_now());
}

TEST(ManualClock, AdvancesBothTimes) {
  ManualClock clock;
  clock.advance(seconds(5));
  clock.advance(std::chrono::nanoseconds(1));
  EXPECT_EQ(clock.wall_now().time_since_epoch(), std::chrono::nanoseconds(5'000'000'001));
  EXPECT_EQ(clock.monotonic_now().time_since_epoch(), std::chrono::nanoseconds(5'000'000'001));
}

TEST(ManualClock, JumpsOnlyTheWallTime) {
  ManualClock clock;
  clock.advance(seconds(5));
  clock.jump_wall(hours(24));
  EXPECT_EQ(clock.wall_now().time_since_epoch(), hours(24) + seconds(5));
  clock.jump_wall(hours(-48));
  EXPECT_EQ(clock.wall_now().time_since_epoch(), hours(-24) + seconds(5));
  EXPECT_EQ(clock.monotonic_now().time_since_epoch(), seconds(5));
}

TEST(SystemClock, TellsAPlausibleDate) {
  const WallTime in_2024 = WallTime(std::chrono::sys_days(std::chrono::year(2024) / 1 / 1));
  EXPECT_GT(Clock::system().wall_now(), in_2024);
}

TEST(SystemClock, PassesAndNeverGoesBack) {
  const Clock& clock = Clock::system();
  const MonotonicTime start = clock.monotonic_now();
  MonotonicTime last = start;
  while (last == start) {
    const MonotonicTime now = clock.monotonic_now();
    ASSERT_GE(now, last);
    last = now;
  }
}

}  // namespace
}  // namespace partita
