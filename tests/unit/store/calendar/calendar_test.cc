#include "store/calendar/calendar.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/memory/memory_engine.h"
#include "store/calendar/last_date.h"

namespace partita::calendar {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

class OneDate : public ::testing::Test {
 protected:
  OneDate() {
    clock_.advance(hours(24 * 365 * 56));
    open();
  }

  void open(bool accepts_date = false) {
    CalendarOptions options;
    options.accepts_date = accepts_date;
    options.report = [this](std::string_view line) { lines_.emplace_back(line); };
    calendar_ = sync_wait(Calendar::open(*engine_, clock_, options)).value();
  }
  void look() { ASSERT_TRUE(sync_wait(calendar_->look()).ok()); }
  void pass(seconds time) {
    for (seconds passed{0}; passed < time; passed += seconds(1)) {
      clock_.advance(seconds(1));
      look();
    }
  }
  WallTime stored() { return *sync_wait(read_last_date(*engine_)).value(); }

  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine();
  ManualClock clock_;
  std::vector<std::string> lines_;
  std::unique_ptr<Calendar> calendar_;
};

TEST_F(OneDate, IsThatOfTheSystemAndPassesWithIt) {
  EXPECT_EQ(calendar_->wall_now(), clock_.wall_now());
  clock_.advance(minutes(3));
  EXPECT_EQ(calendar_->wall_now(), clock_.wall_now());
  EXPECT_EQ(calendar_->trusted_now(), clock_.wall_now());
  EXPECT_EQ(calendar_->doubt(), "");
}

TEST_F(OneDate, DoesNotJumpWithTheSystemEvenBeforeAnybodyLooks) {
  const WallTime before = calendar_->wall_now();
  clock_.jump_wall(hours(24 * 30));
  EXPECT_EQ(calendar_->wall_now(), before);
}

TEST_F(OneDate, SaysOnceThatItIsInDoubtAndOnceThatItIsNotAnyMore) {
  clock_.jump_wall(hours(24 * 30));
  look();
  look();
  EXPECT_EQ(calendar_->trusted_now(), std::nullopt);
  ASSERT_EQ(lines_.size(), 1U);
  EXPECT_NE(lines_[0].find("has moved ahead by 30 days 0 h on its own"), std::string::npos);
  EXPECT_NE(lines_[0].find("--accept-clock"), std::string::npos);
  EXPECT_EQ(calendar_->doubt(), lines_[0]);
  clock_.jump_wall(-hours(24 * 30));
  pass(minutes(11));
  EXPECT_NE(calendar_->trusted_now(), std::nullopt);
  ASSERT_EQ(lines_.size(), 2U);
  EXPECT_NE(lines_[1].find("believed again"), std::string::npos);
}

TEST_F(OneDate, IsStoredAtTheStartAndOnceAMinute) {
  const WallTime start = clock_.wall_now();
  EXPECT_EQ(stored(), start);
  pass(seconds(59));
  EXPECT_EQ(stored(), start);
  pass(seconds(1));
  EXPECT_EQ(stored(), start + minutes(1));
}

TEST_F(OneDate, IsInDoubtAfterAStartWithAWrongDateUntilAPersonAcceptsIt) {
  for (const auto jump : {hours(24 * 400), -hours(24 * 400)}) {
    engine_ = engine::open_memory_engine();
    open();
    clock_.jump_wall(jump);
    open();
    EXPECT_EQ(calendar_->trusted_now(), std::nullopt);
    ASSERT_FALSE(lines_.empty());
    EXPECT_NE(lines_.back().find("400 days 0 h"), std::string::npos) << lines_.back();
    open();
    EXPECT_EQ(calendar_->trusted_now(), std::nullopt) << "another start does not wash it clean";
    open(true);
    EXPECT_EQ(calendar_->trusted_now(), clock_.wall_now());
    open();
    EXPECT_EQ(calendar_->trusted_now(), clock_.wall_now());
  }
}

TEST_F(OneDate, IsBelievedAfterALongStopOnlyIfSomebodySaysSo) {
  clock_.advance(hours(72));
  open();
  EXPECT_NE(calendar_->trusted_now(), std::nullopt);
  clock_.advance(hours(24 * 30));
  open();
  EXPECT_EQ(calendar_->trusted_now(), std::nullopt);
  EXPECT_EQ(calendar_->wall_now(), clock_.wall_now());
  calendar_->accept();
  EXPECT_EQ(calendar_->trusted_now(), clock_.wall_now());
  EXPECT_EQ(calendar_->doubt(), "");
}

TEST_F(OneDate, ThatWasWrongInOneRunIsNotTakenForRightInTheNext) {
  const WallTime start = clock_.wall_now();
  clock_.jump_wall(hours(24 * 30));
  pass(minutes(20));
  EXPECT_LE(stored(), start + minutes(20));
  open();
  EXPECT_EQ(calendar_->trusted_now(), std::nullopt);
}

}  // namespace
}  // namespace partita::calendar
