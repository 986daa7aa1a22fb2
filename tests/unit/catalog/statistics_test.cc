#include "catalog/statistics.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "engine/memory/memory_engine.h"

namespace partita::catalog {
namespace {

constexpr keys::TableId kTable{1};
constexpr keys::TableId kOther{2};
constexpr keys::IndexId kBase = keys::IndexId::Base;
constexpr keys::IndexId kIndex{1};

class StatisticsTest : public ::testing::Test {
 protected:
  // The counts as a program that starts now finds them.
  std::unique_ptr<Statistics> reloaded(const std::set<keys::TableId>& tables = {kTable, kOther}) {
    auto loaded = std::make_unique<Statistics>();
    EXPECT_TRUE(sync_wait(loaded->load(*engine, tables)).ok());
    return loaded;
  }

  std::unique_ptr<engine::Engine> engine = engine::open_memory_engine();
  Statistics statistics;
};

TEST_F(StatisticsTest, AddsUpForEachTableAndIndex) {
  statistics.add(kTable, kBase, {.items = 2, .bytes = 100});
  statistics.add(kTable, kBase, {.items = -1, .bytes = -40});
  statistics.add(kTable, kIndex, {.items = 5, .bytes = 7});
  EXPECT_EQ(statistics.counts_of(kTable, kBase), (Counts{1, 60}));
  EXPECT_EQ(statistics.counts_of(kTable, kIndex), (Counts{5, 7}));
  EXPECT_EQ(statistics.counts_of(kOther, kBase), Counts());
}

TEST_F(StatisticsTest, NeverTellsLessThanZero) {
  statistics.add(kTable, kBase, {.items = -3, .bytes = -10});
  EXPECT_EQ(statistics.counts_of(kTable, kBase), Counts());
}

TEST_F(StatisticsTest, IsThereAgainOnceSaved) {
  statistics.add(kTable, kBase, {.items = 2, .bytes = 100});
  ASSERT_TRUE(sync_wait(statistics.save(*engine)).ok());
  statistics.add(kTable, kBase, {.items = 1, .bytes = 1});
  EXPECT_EQ(reloaded()->counts_of(kTable, kBase), (Counts{2, 100}));
  ASSERT_TRUE(sync_wait(statistics.save(*engine)).ok());
  EXPECT_EQ(reloaded()->counts_of(kTable, kBase), (Counts{3, 101}));
}

TEST_F(StatisticsTest, ForgetsAnIndexAlone) {
  statistics.add(kTable, kBase, {.items = 1, .bytes = 1});
  statistics.add(kTable, kIndex, {.items = 1, .bytes = 1});
  ASSERT_TRUE(sync_wait(statistics.save(*engine)).ok());
  ASSERT_TRUE(sync_wait(statistics.forget_index(*engine, kTable, kIndex)).ok());
  EXPECT_EQ(statistics.counts_of(kTable, kIndex), Counts());
  EXPECT_EQ(reloaded()->counts_of(kTable, kIndex), Counts());
  EXPECT_EQ(reloaded()->counts_of(kTable, kBase), (Counts{1, 1}));
}

TEST_F(StatisticsTest, ForgetsATableWithItsIndexes) {
  for (const auto table : {kTable, kOther}) {
    for (const auto index : {kBase, kIndex}) statistics.add(table, index, {.items = 1});
  }
  ASSERT_TRUE(sync_wait(statistics.save(*engine)).ok());
  ASSERT_TRUE(sync_wait(statistics.forget_table(*engine, kTable)).ok());
  const auto later = reloaded();
  EXPECT_EQ(later->counts_of(kTable, kBase), Counts());
  EXPECT_EQ(later->counts_of(kTable, kIndex), Counts());
  EXPECT_EQ(later->counts_of(kOther, kIndex), (Counts{1, 0}));
}

TEST_F(StatisticsTest, DropsWhatBelongsToNoTable) {
  statistics.add(kTable, kBase, {.items = 1});
  statistics.add(kOther, kBase, {.items = 1});
  ASSERT_TRUE(sync_wait(statistics.save(*engine)).ok());
  EXPECT_EQ(reloaded({kOther})->counts_of(kTable, kBase), Counts());
  // Not only passed over but erased.
  EXPECT_EQ(reloaded()->counts_of(kTable, kBase), Counts());
  EXPECT_EQ(reloaded()->counts_of(kOther, kBase), (Counts{1, 0}));
}

TEST_F(StatisticsTest, LosesNothingAmongThreads) {
  constexpr int kThreads = 4;
  constexpr int kAdds = 2000;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < kAdds; ++n) statistics.add(kTable, kBase, {.items = 1, .bytes = 3});
    });
  }
  for (int n = 0; n < 20; ++n) EXPECT_TRUE(sync_wait(statistics.save(*engine)).ok());
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(statistics.counts_of(kTable, kBase), (Counts{kThreads * kAdds, kThreads * kAdds * 3}));
}

}  // namespace
}  // namespace partita::catalog
