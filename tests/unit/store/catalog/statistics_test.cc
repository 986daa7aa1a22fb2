#include "store/catalog/statistics.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "engine/memory/memory_engine.h"
#include "engine/retry.h"
#include "partita/base/big_endian.h"
#include "partita/value/item_codec.h"
#include "store/keys/item_keys.h"

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

  std::unique_ptr<engine::Engine> engine = engine::open_memory_engine(&statistics_kind);
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

TEST_F(StatisticsTest, LeavesAloneWhatBelongsToTablesThatItDoesNotKnow) {
  statistics.add(kTable, kBase, {.items = 1});
  statistics.add(kOther, kBase, {.items = 1});
  ASSERT_TRUE(sync_wait(statistics.save(*engine)).ok());
  reloaded({kOther});
  EXPECT_EQ(reloaded()->counts_of(kTable, kBase), (Counts{1, 0}));
  EXPECT_EQ(reloaded()->counts_of(kOther, kBase), (Counts{1, 0}));
}

TEST_F(StatisticsTest, TakesOverWhatFormerProgramsHaveSaved) {
  // As they were stored until there was a space of keys for them.
  const auto body = [](engine::Transaction& transaction) {
    Bytes key = keys::metadata_key("statistics/");
    append_integer(key, kTable);
    append_integer(key, kIndex);
    transaction.put(std::move(key),
                    encode(Item{{"Table", 1}, {"Index", 1}, {"Items", 3}, {"Bytes", 30}}));
    transaction.put(keys::metadata_key("statistics-closed"), Bytes());
    return Task<Status>::ready({});
  };
  ASSERT_TRUE(sync_wait(engine::run(*engine, body)).ok());
  const auto first = reloaded();
  EXPECT_EQ(first->counts_of(kTable, kIndex), (Counts{3, 30}));
  first->add(kTable, kIndex, {.items = 1, .bytes = 10});
  ASSERT_TRUE(sync_wait(first->close(*engine)).ok());
  EXPECT_EQ(reloaded()->counts_of(kTable, kIndex), (Counts{4, 40})) << "once";
}

// Of a store that programs share.
TEST_F(StatisticsTest, ShowsWhatAllHaveCommittedInASharedStore) {
  Statistics one(true);
  Statistics other(true);
  ASSERT_TRUE(sync_wait(one.load(*engine, {kTable})).ok());
  ASSERT_TRUE(sync_wait(other.load(*engine, {kTable})).ok());
  const auto commit = [&](Counts change) {
    const auto body = [&](engine::Transaction& transaction) {
      buffer_counts(transaction, kTable, kBase, change);
      return Task<Status>::ready({});
    };
    ASSERT_TRUE(sync_wait(engine::run(*engine, body)).ok());
    one.add(kTable, kBase, change);  // It is counted once all the same.
  };
  commit({.items = 2, .bytes = 20});
  commit({.items = -1, .bytes = -10});
  for (Statistics* each : {&one, &other}) {
    ASSERT_TRUE(sync_wait(each->save(*engine)).ok());
    EXPECT_EQ(each->counts_of(kTable, kBase), (Counts{1, 10}));
    EXPECT_FALSE(sync_wait(each->recount_some(10)).value()) << "there is nothing to count anew";
  }
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

// What a crash loses, and how it comes back.
class StatisticsAfterACrash : public StatisticsTest {
 protected:
  // A row of a table or an index, of so many bytes as DynamoDB counts them.
  void put_row(keys::TableId table, keys::IndexId index, char name) {
    const auto body = [&](engine::Transaction& transaction) {
      auto key = keys::index_range(table, index).begin;
      key.push_back(name);
      transaction.put(key, encode(Item{{"pk", std::string(8, name)}}));
      return Task<Status>::ready({});
    };
    ASSERT_TRUE(sync_wait(engine::run(*engine, body)).ok());
  }
  static void recount(Statistics& statistics, std::size_t rows_max = 2) {
    while (sync_wait(statistics.recount_some(rows_max)).value()) {
    }
  }
};

TEST_F(StatisticsAfterACrash, CountsAllRowsAnew) {
  for (const char name : {'a', 'b', 'c', 'd', 'e'}) put_row(kTable, kBase, name);
  for (const char name : {'a', 'b'}) put_row(kTable, kIndex, name);
  put_row(kOther, kBase, 'z');
  statistics.add(kTable, kBase, {.items = 7, .bytes = 9});
  ASSERT_TRUE(sync_wait(statistics.save(*engine)).ok());
  const auto counted = reloaded();
  EXPECT_EQ(counted->counts_of(kTable, kBase), (Counts{7, 9})) << "until it is done";
  recount(*counted);
  EXPECT_EQ(counted->counts_of(kTable, kBase), (Counts{5, 50}));
  EXPECT_EQ(counted->counts_of(kTable, kIndex), (Counts{2, 20}));
  EXPECT_EQ(counted->counts_of(kOther, kBase), (Counts{1, 10}));
  ASSERT_TRUE(sync_wait(counted->close(*engine)).ok());
  EXPECT_EQ(reloaded()->counts_of(kTable, kBase), (Counts{5, 50}));
}

TEST_F(StatisticsAfterACrash, CountsWhatIsWrittenMeanwhileOnce) {
  for (const char name : {'a', 'b', 'c'}) put_row(kTable, kBase, name);
  const auto counted = reloaded();
  put_row(kTable, kBase, 'd');
  counted->add(kTable, kBase, {.items = 1, .bytes = 10});
  ASSERT_TRUE(sync_wait(counted->recount_some(1)).value());
  put_row(kTable, kBase, 'A');
  counted->add(kTable, kBase, {.items = 1, .bytes = 10});
  recount(*counted);
  EXPECT_EQ(counted->counts_of(kTable, kBase), (Counts{5, 50}));
}

TEST_F(StatisticsAfterACrash, DoesNotBringBackWhatIsForgottenMeanwhile) {
  put_row(kTable, kBase, 'a');
  put_row(kTable, kIndex, 'a');
  put_row(kOther, kBase, 'a');
  const auto counted = reloaded();
  ASSERT_TRUE(sync_wait(counted->forget_table(*engine, kOther)).ok());
  ASSERT_TRUE(sync_wait(counted->forget_index(*engine, kTable, kIndex)).ok());
  recount(*counted);
  EXPECT_EQ(counted->counts_of(kOther, kBase), Counts());
  EXPECT_EQ(counted->counts_of(kTable, kIndex), Counts());
  EXPECT_EQ(counted->counts_of(kTable, kBase), (Counts{1, 10}));
}

TEST_F(StatisticsAfterACrash, IsNotAssumedIfTheCountsWereClosed) {
  put_row(kTable, kBase, 'a');
  statistics.add(kTable, kBase, {.items = 3, .bytes = 30});
  ASSERT_TRUE(sync_wait(statistics.close(*engine)).ok());
  const auto next = reloaded();
  EXPECT_FALSE(sync_wait(next->recount_some(1)).value());
  EXPECT_EQ(next->counts_of(kTable, kBase), (Counts{3, 30}));
  // That one has not closed them.
  EXPECT_TRUE(sync_wait(reloaded()->recount_some(0)).value());
}

TEST_F(StatisticsAfterACrash, IsRememberedUntilAllIsCounted) {
  put_row(kTable, kBase, 'a');
  put_row(kTable, kBase, 'b');
  const auto half = reloaded();
  ASSERT_TRUE(sync_wait(half->recount_some(1)).value());
  ASSERT_TRUE(sync_wait(half->close(*engine)).ok());
  const auto whole = reloaded();
  recount(*whole);
  EXPECT_EQ(whole->counts_of(kTable, kBase), (Counts{2, 20}));
}

}  // namespace
}  // namespace partita::catalog
