#include "store/calendar/date_judge.h"

#include <gtest/gtest.h>

namespace partita::calendar {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using Doubt = DateJudge::Doubt;

class DateJudgement : public ::testing::Test {
 protected:
  DateJudgement() {
    clock_.jump_wall(hours(24 * 365 * 56));
    clock_.advance(hours(5));
  }

  ClockReading moment() const { return {clock_.wall_now(), clock_.monotonic_now()}; }
  void open(std::optional<nanoseconds> closed_for = {}) {
    judge_.emplace(DateLimits{}, moment(),
                   closed_for ? std::optional(clock_.wall_now() - *closed_for) : std::nullopt);
  }
  // Time passes, with a look every second.
  void pass(seconds time) {
    for (seconds passed{0}; passed < time; passed += seconds(1)) {
      clock_.advance(seconds(1));
      judge_->look(moment());
    }
  }
  void set_date(nanoseconds by) {
    clock_.jump_wall(by);
    judge_->look(moment());
  }
  WallTime date() const {
    return WallTime(clock_.monotonic_now().time_since_epoch() + judge_->offset());
  }
  // How far our date is behind that of the system.
  nanoseconds lag() const { return clock_.wall_now() - date(); }

  ManualClock clock_;
  std::optional<DateJudge> judge_;
};

TEST_F(DateJudgement, BelievesADateThatPassesAsTimeDoes) {
  open();
  for (int day = 0; day < 1000; ++day) {
    clock_.advance(hours(24));
    judge_->look(moment());
    EXPECT_EQ(judge_->doubt(), Doubt::None);
  }
  EXPECT_EQ(lag(), nanoseconds(0));
}

TEST_F(DateJudgement, LeansTowardsASmallCorrectionInsteadOfJumping) {
  open();
  pass(seconds(1));
  set_date(minutes(5));
  EXPECT_EQ(judge_->doubt(), Doubt::None);
  EXPECT_EQ(lag(), minutes(5));
  pass(minutes(10));
  EXPECT_EQ(lag(), minutes(4));
  pass(minutes(40));
  EXPECT_EQ(lag(), nanoseconds(0));
}

TEST_F(DateJudgement, NeverGoesBackWhileTheDateIsBelieved) {
  open();
  set_date(-minutes(30));
  WallTime last = date();
  for (int i = 0; i < 600; ++i) {
    pass(seconds(1));
    EXPECT_GT(date(), last);
    last = date();
  }
  EXPECT_EQ(lag(), -minutes(29));
}

TEST_F(DateJudgement, FollowsAClockThatGoesALittleFastForAsLongAsItLikes) {
  open();
  for (int day = 0; day < 3650; ++day) {
    clock_.advance(hours(24));
    set_date(seconds(1));
    EXPECT_EQ(judge_->doubt(), Doubt::None);
  }
  EXPECT_EQ(lag(), nanoseconds(0));
}

TEST_F(DateJudgement, DoubtsADateThatIsSetForwardOrBack) {
  for (const auto jump : {hours(2), -hours(2)}) {
    open();
    set_date(jump);
    EXPECT_EQ(judge_->doubt(), Doubt::Jumped);
    EXPECT_EQ(judge_->gap(), jump);
    EXPECT_EQ(lag(), jump) << "ours passes as before";
  }
}

TEST_F(DateJudgement, DoubtsSmallStepsThatAddUp) {
  open();
  for (int i = 0; i < 6; ++i) {
    set_date(minutes(10));
    EXPECT_EQ(judge_->doubt(), Doubt::None);
  }
  set_date(minutes(10));
  EXPECT_EQ(judge_->doubt(), Doubt::Jumped);
}

TEST_F(DateJudgement, HasNoMemoryOfAJumpThatIsTakenBack) {
  open();
  pass(seconds(10));
  const WallTime before = date();
  set_date(hours(24 * 30));
  pass(seconds(8));
  set_date(-hours(24 * 30));
  EXPECT_EQ(date() - before, seconds(8));
  EXPECT_EQ(judge_->doubt(), Doubt::Jumped);
  pass(minutes(10));
  EXPECT_EQ(judge_->doubt(), Doubt::None);
  EXPECT_EQ(lag(), nanoseconds(0));
}

TEST_F(DateJudgement, FollowsADateThatStaysButGoesOnDoubtingIt) {
  open();
  set_date(hours(24 * 30));
  pass(minutes(10) - seconds(1));
  EXPECT_EQ(lag(), hours(24 * 30));
  pass(seconds(1));
  EXPECT_EQ(lag(), nanoseconds(0));
  for (int day = 0; day < 100; ++day) {
    clock_.advance(hours(24));
    judge_->look(moment());
    EXPECT_EQ(judge_->doubt(), Doubt::Jumped) << "it never gets used to it";
  }
  EXPECT_EQ(clock_.wall_now() - judge_->surely_reached(clock_.monotonic_now()), hours(24 * 30));
}

TEST_F(DateJudgement, BelievesADateThatAPersonAccepts) {
  open();
  set_date(hours(24 * 30));
  judge_->accept(moment());
  EXPECT_EQ(judge_->doubt(), Doubt::None);
  EXPECT_EQ(lag(), nanoseconds(0));
  pass(seconds(5));
  EXPECT_EQ(judge_->doubt(), Doubt::None);
}

TEST_F(DateJudgement, BelievesTheFirstDateAndOneSoonAfterTheLast) {
  open();
  EXPECT_EQ(judge_->doubt(), Doubt::None);
  for (const auto closed : {nanoseconds(0), nanoseconds(hours(72)), nanoseconds(-minutes(59))}) {
    open(closed);
    EXPECT_EQ(judge_->doubt(), Doubt::None);
    EXPECT_EQ(lag(), nanoseconds(0));
  }
}

TEST_F(DateJudgement, DoubtsAStartFarFromTheLastDateEitherWay) {
  open(hours(73));
  EXPECT_EQ(judge_->doubt(), Doubt::FarAhead);
  EXPECT_EQ(judge_->gap(), hours(73));
  EXPECT_EQ(lag(), nanoseconds(0)) << "what is written now has the system's date";
  EXPECT_EQ(clock_.wall_now() - judge_->surely_reached(clock_.monotonic_now()), hours(73));
  open(-hours(2));
  EXPECT_EQ(judge_->doubt(), Doubt::Behind);
}

TEST_F(DateJudgement, BelievesADateThatIsSetRightAfterAStart) {
  // The clock of a machine without a battery, until the network tells it the date.
  open(-hours(24 * 365 * 20));
  pass(seconds(30));
  EXPECT_EQ(judge_->doubt(), Doubt::Behind);
  set_date(hours(24 * 365 * 20 + 1));
  EXPECT_EQ(lag(), nanoseconds(0));
  pass(minutes(10) - seconds(1));
  EXPECT_EQ(judge_->doubt(), Doubt::Behind);
  pass(seconds(1));
  EXPECT_EQ(judge_->doubt(), Doubt::None);
}

TEST_F(DateJudgement, RemembersInDoubtWhatHasSurelyPassed) {
  open(hours(24 * 400));
  pass(minutes(10));
  EXPECT_EQ(judge_->doubt(), Doubt::FarAhead);
  EXPECT_EQ(clock_.wall_now() - judge_->surely_reached(clock_.monotonic_now()), hours(24 * 400));
}

}  // namespace
}  // namespace partita::calendar
