#include "store/places/errand.h"

#include <gtest/gtest.h>

#include <latch>
#include <thread>

namespace partita::places {
namespace {

TEST(Errand, IsUnderWayUntilItsWorkIsDone) {
  std::latch may_end(1);
  std::latch ended(1);
  Errand errand;
  EXPECT_FALSE(errand.is_under_way());
  errand.begin(
      [&]() -> Status {
        may_end.wait();
        return {};
      },
      [&] { ended.count_down(); });
  EXPECT_TRUE(errand.is_under_way());
  EXPECT_FALSE(errand.take().has_value());
  may_end.count_down();
  ended.wait();
  EXPECT_FALSE(errand.is_under_way());
  const auto outcome = errand.take();
  ASSERT_TRUE(outcome.has_value());
  EXPECT_TRUE(outcome->ok());
  EXPECT_FALSE(errand.take().has_value());
}

TEST(Errand, TellsWhatWentWrongAndCanBeSentAgain) {
  Errand errand;
  for (int i = 0; i < 3; ++i) {
    std::latch ended(1);
    errand.begin([]() -> Status { return Error::unavailable("no"); }, [&] { ended.count_down(); });
    ended.wait();
    const auto outcome = errand.take();
    ASSERT_TRUE(outcome.has_value());
    EXPECT_EQ(outcome->error().kind(), ErrorKind::Unavailable);
  }
}

}  // namespace
}  // namespace partita::places
