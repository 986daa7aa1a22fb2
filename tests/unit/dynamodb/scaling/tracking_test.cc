#include "dynamodb/scaling/tracking.h"

#include <gtest/gtest.h>

#include <vector>

namespace partita::scaling {
namespace {

// Ten units, of which 70 % are to be used: 420 units in a minute. Less than 50 % are 300.
class TrackingTest : public ::testing::Test {
 protected:
  TrackingTest() {
    target_.min_capacity = 5;
    target_.max_capacity = 50;
    target_.policy = Policy{.name = "p", .id = "id", .target_value = 70};
    minutes_.assign(kMinutesIn + 1, 400);
  }

  // The capacity that it should have; 0: as it is.
  std::int64_t wanted() {
    const auto decision = decide({.name = name_,
                                  .target = target_,
                                  .capacity = capacity_,
                                  .now = {now_},
                                  .minutes = minutes_});
    cause_ = decision ? decision->cause : "";
    return decision ? decision->capacity : 0;
  }

  TargetName name_{"Orders", "", Use::Read};
  Target target_;
  std::int64_t capacity_ = 10;
  double now_ = 1'000'000;
  std::vector<double> minutes_;
  std::string cause_;
};

TEST_F(TrackingTest, LeavesACapacityThatIsUsedAsItShould) { EXPECT_EQ(wanted(), 0); }

TEST_F(TrackingTest, GrowsAfterTwoMinutesAboveTheTarget) {
  minutes_[1] = 1050;
  EXPECT_EQ(wanted(), 0);
  minutes_[2] = 840;
  EXPECT_EQ(wanted(), 25);  // 1050 / 60 / 0.7
  EXPECT_EQ(cause_,
            "monitor alarm TargetTracking-table/Orders-AlarmHigh-id in state ALARM "
            "triggered policy p");
}

TEST_F(TrackingTest, TakesTheMinuteUnderWayAsOneOfTwo) {
  minutes_[1] = 600;
  minutes_[0] = 430;
  EXPECT_EQ(wanted(), 15);  // 600 / 60 / 0.7 = 14.3
}

TEST_F(TrackingTest, DoesNotRoundUpWhatIsExact) {
  minutes_[1] = minutes_[2] = 840;
  EXPECT_EQ(wanted(), 20);
}

TEST_F(TrackingTest, GrowsToTheMaximumAtMost) {
  minutes_[1] = minutes_[2] = 1e9;
  EXPECT_EQ(wanted(), 50);
  capacity_ = 50;
  EXPECT_EQ(wanted(), 0);
}

TEST_F(TrackingTest, ShrinksAfterFifteenMinutesWithLittleUse) {
  minutes_.assign(kMinutesIn + 1, 210);
  minutes_[0] = 0;
  minutes_[kMinutesIn] = 310;
  EXPECT_EQ(wanted(), 0);
  minutes_[kMinutesIn] = 299;
  EXPECT_EQ(wanted(), 8);  // 299 / 60 / 0.7 = 7.1
}

TEST_F(TrackingTest, FallsToTheMinimumIfNobodyUsesIt) {
  minutes_.clear();
  EXPECT_EQ(wanted(), 5);
  capacity_ = 5;
  EXPECT_EQ(wanted(), 0);
}

TEST_F(TrackingTest, DoesNotShrinkWhileTheMinuteUnderWayIsBusy) {
  minutes_.assign(kMinutesIn + 1, 0);
  minutes_[0] = 300;
  EXPECT_EQ(wanted(), 0);
}

TEST_F(TrackingTest, ShrinksWithALowTargetBelowHalfOfIt) {
  target_.policy->target_value = 20;  // 120 units of a minute; half of it are 60.
  minutes_.assign(kMinutesIn + 1, 61);
  EXPECT_EQ(wanted(), 0);
  minutes_.assign(kMinutesIn + 1, 59);
  EXPECT_EQ(wanted(), 5);
}

TEST_F(TrackingTest, KeepsTheBoundsWithoutAPolicy) {
  target_.policy.reset();
  minutes_.assign(kMinutesIn + 1, 1e6);
  EXPECT_EQ(wanted(), 0);
  capacity_ = 4;
  EXPECT_EQ(wanted(), 5);
  EXPECT_EQ(cause_, "minimum capacity was set to 5");
  capacity_ = 51;
  EXPECT_EQ(wanted(), 50);
  EXPECT_EQ(cause_, "maximum capacity was set to 50");
}

TEST_F(TrackingTest, DoesNotShrinkIfThatIsDisabled) {
  target_.policy->disable_scale_in = true;
  minutes_.clear();
  EXPECT_EQ(wanted(), 0);
  minutes_.assign(kMinutesIn + 1, 840);
  EXPECT_EQ(wanted(), 20);
}

TEST_F(TrackingTest, DoesNothingThatIsSuspended) {
  target_.suspended.dynamic_scaling_out_suspended = true;
  minutes_.assign(kMinutesIn + 1, 840);
  EXPECT_EQ(wanted(), 0);
  capacity_ = 4;
  EXPECT_EQ(wanted(), 0);
  target_.suspended = {.dynamic_scaling_in_suspended = true,
                       .dynamic_scaling_out_suspended = false,
                       .scheduled_scaling_suspended = {}};
  capacity_ = 10;
  EXPECT_EQ(wanted(), 20);
  minutes_.clear();
  EXPECT_EQ(wanted(), 0);
  capacity_ = 51;
  EXPECT_EQ(wanted(), 0);
}

TEST_F(TrackingTest, WaitsBeforeItShrinksAgain) {
  target_.policy->scale_in_cooldown = 600;
  target_.last_in = CapacityChange{.from = 20, .to = 10, .time = {now_ - 599}};
  minutes_.clear();
  EXPECT_EQ(wanted(), 0);
  now_ += 1;
  EXPECT_EQ(wanted(), 5);
}

TEST_F(TrackingTest, GrowsWhileItCoolsDownByALargerStepOnly) {
  target_.policy->scale_out_cooldown = 60;
  target_.last_out = CapacityChange{.from = 5, .to = 10, .time = {now_ - 59}};
  minutes_.assign(kMinutesIn + 1, 630);  // 15 are wanted, 5 more, as the last time.
  EXPECT_EQ(wanted(), 0);
  minutes_.assign(kMinutesIn + 1, 672);
  EXPECT_EQ(wanted(), 16);
  minutes_.assign(kMinutesIn + 1, 630);
  now_ += 1;
  EXPECT_EQ(wanted(), 15);
}

}  // namespace
}  // namespace partita::scaling
