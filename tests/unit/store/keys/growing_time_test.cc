#include "store/keys/growing_time.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace partita::keys {
namespace {

TEST(GrowingTime, IsTheTimeOfTheClockAsLongAsThatGrows) {
  GrowingTime times;
  EXPECT_EQ(times.next(5000), 5000);
  EXPECT_EQ(times.next(5001), 5001);
  EXPECT_EQ(times.next(9000), 9000);
}

TEST(GrowingTime, GrowsWhileTheClockStandsOrGoesBackALittle) {
  GrowingTime times;
  EXPECT_EQ(times.next(5000), 5000);
  EXPECT_EQ(times.next(5000), 5001);
  EXPECT_EQ(times.next(4990), 5002);
  EXPECT_EQ(times.next(5003), 5003);
}

TEST(GrowingTime, FollowsAClockThatWasSetBack) {
  GrowingTime times;
  EXPECT_EQ(times.next(50'000), 50'000);
  EXPECT_EQ(times.next(10'000), 10'000);
}

TEST(GrowingTime, GivesNoTimeTwice) {
  constexpr int kThreads = 4;
  constexpr int kTimes = 200;
  GrowingTime times;
  std::vector<std::vector<std::int64_t>> given(kThreads);
  {
    std::vector<std::jthread> threads;
    for (auto& own : given) {
      threads.emplace_back([&times, &own] {
        for (int i = 0; i < kTimes; ++i) own.push_back(times.next(5000));
      });
    }
  }
  std::set<std::int64_t> all;
  for (const auto& own : given) all.insert(own.begin(), own.end());
  EXPECT_EQ(all.size(), kThreads * kTimes);
}

}  // namespace
}  // namespace partita::keys
