#include "partita/base/memory_budget.h"

#include <gtest/gtest.h>

#include <string>

namespace partita {
namespace {

using namespace std::chrono_literals;

TEST(MemoryBudget, GivesNoMoreThanItHas) {
  MemoryBudget budget(100);
  EXPECT_TRUE(budget.take(60));
  EXPECT_FALSE(budget.take(41));
  EXPECT_TRUE(budget.take(40));
  budget.give_back(60);
  EXPECT_EQ(budget.left(), 60U);
}

TEST(MemoryShare, GivesBackWhatItHeldWhenItEnds) {
  MemoryBudget budget(100);
  {
    MemoryShare share(budget);
    EXPECT_TRUE(share.resize(80));
    EXPECT_FALSE(share.resize(101));
    EXPECT_EQ(share.bytes(), 80U) << "it holds what it held";
    EXPECT_TRUE(share.resize(30));
    EXPECT_EQ(budget.left(), 70U);
  }
  EXPECT_EQ(budget.left(), 100U);
}

TEST(MemoryBudget, RefusesWhoWaitsInVainAndAtOnceWhoWantsMoreThanThereIs) {
  MemoryBudget budget(100);
  ASSERT_TRUE(budget.take(50));
  EXPECT_FALSE(sync_wait(budget.take_in_turn(60, 20ms)));
  EXPECT_FALSE(sync_wait(budget.take_in_turn(101, std::chrono::hours(1))));
  EXPECT_FALSE(budget.is_wanted());
  EXPECT_EQ(budget.left(), 50U);
}

// Notes its name when it has got its memory.
Detached wait_in_line(MemoryBudget& budget, std::size_t bytes, char name, std::string& order) {
  const bool is_taken = co_await budget.take_in_turn(bytes, 10s);
  if (is_taken) order += name;
}

Task<bool> until(const std::string& order, std::size_t size) {
  while (order.size() < size) co_await pause(1ms);
  co_return true;
}

TEST(MemoryBudget, ServesThoseWhoWaitInTheOrderOfTheirComing) {
  MemoryBudget budget(100);
  ASSERT_TRUE(budget.take(100));
  std::string order;
  const auto in_a_line = [&]() -> Task<bool> {
    wait_in_line(budget, 90, 'a', order);
    wait_in_line(budget, 10, 'b', order);
    EXPECT_TRUE(budget.is_wanted());
    budget.give_back(50);
    co_await pause(20ms);
    EXPECT_EQ(order, "") << "the second would fit, but the first came before";
    budget.give_back(50);
    const bool is_done = co_await until(order, 2);
    co_return is_done;
  };
  EXPECT_TRUE(sync_wait(in_a_line()));
  EXPECT_EQ(order, "ab");
  EXPECT_FALSE(budget.is_wanted());
}

}  // namespace
}  // namespace partita
