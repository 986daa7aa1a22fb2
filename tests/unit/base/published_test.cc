#include "partita/base/published.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace partita {
namespace {

using Numbers = std::vector<int>;

TEST(Published, ShowsTheFirstValueThenTheNewest) {
  Published<Numbers> numbers(Numbers{1});
  EXPECT_EQ(*numbers.get(), Numbers{1});
  numbers.publish({2});
  EXPECT_EQ(*numbers.get(), Numbers{2});
  numbers.edit([](Numbers& all) { all.push_back(3); });
  EXPECT_EQ(*numbers.get(), (Numbers{2, 3}));
}

TEST(Published, WhatWasReadStaysAsItWas) {
  Published<Numbers> numbers(Numbers{1});
  const auto first = numbers.get();
  numbers.publish({2});
  EXPECT_EQ(*first, Numbers{1});
}

TEST(Published, APartKeepsTheWholeValue) {
  Published<Numbers> numbers(Numbers{1, 2});
  const auto& own = numbers.own();
  const std::shared_ptr<const int> second(own, &(**own)[1]);
  numbers.publish({});
  EXPECT_TRUE(numbers.get()->empty());
  EXPECT_EQ(*second, 2);
}

TEST(Published, TwoObjectsOfOneTypeAreNotMixedUp) {
  Published<Numbers> left(Numbers{1});
  Published<Numbers> right(Numbers{2});
  EXPECT_NE(left.generation(), right.generation());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(*left.get(), Numbers{1});
    EXPECT_EQ(*right.get(), Numbers{2});
  }
}

TEST(Published, AnObjectAtTheAddressOfAnotherIsNotTakenForIt) {
  for (int i = 0; i < 3; ++i) {
    const Published<Numbers> numbers(Numbers{i});
    EXPECT_EQ(*numbers.get(), Numbers{i});
  }
}

TEST(Published, TheGenerationChangesWithTheValueOnly) {
  Published<Numbers> numbers;
  const auto first = numbers.generation();
  EXPECT_EQ(numbers.generation(), first);
  numbers.publish({1});
  EXPECT_NE(numbers.generation(), first);
}

TEST(Published, AThreadReadsOnePointerAgainAndAgain) {
  Published<Numbers> numbers(Numbers{1});
  const auto* const first = numbers.own().get();
  EXPECT_EQ(numbers.own().get(), first);
  numbers.publish({2});
  EXPECT_NE(numbers.own().get(), first);
}

// Values are pairs of equal numbers that only grow: a reader that sees a half, or an older value
// after a newer one, would show it.
TEST(Published, ReadersBesideWritersSeeWholeValuesThatOnlyGrow) {
  constexpr int kWriters = 2;
  constexpr int kEdits = 500;
  Published<Numbers> numbers(Numbers{0, 0});
  std::atomic<int> running{kWriters};
  const auto read = [&] {
    int last = 0;
    while (running.load() > 0) {
      const auto seen = numbers.get();
      ASSERT_EQ((*seen)[0], (*seen)[1]);
      ASSERT_GE((*seen)[0], last);
      last = (*seen)[0];
    }
  };
  const auto write = [&] {
    for (int i = 0; i < kEdits; ++i) {
      numbers.edit([](Numbers& pair) {
        ++pair[0];
        ++pair[1];
      });
    }
    --running;
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < kWriters; ++i) threads.emplace_back(write);
  for (int i = 0; i < 2; ++i) threads.emplace_back(read);
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(*numbers.get(), (Numbers{kWriters * kEdits, kWriters * kEdits}));
}

}  // namespace
}  // namespace partita
