#include "store/expiry/sweeper.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <thread>

#include "engine/retry.h"
#include "store/items/sealed_rules.h"
#include "unit/store/expiry/ttl_store.h"

namespace partita::expiry {
namespace {

using std::chrono::hours;
using std::chrono::seconds;
using testing::expiring_table;
using testing::TtlStore;

class TtlSweeper : public ::testing::Test {
 protected:
  explicit TtlSweeper(SweeperOptions options = {})
      : sweeper_(store_.engine(), store_.catalog(), store_.calendar(), with_report(options)) {
    store_.create(expiring_table());
  }

  SweepCounts sweep() { return sweeper_.sweep_once().value(); }

  TtlStore store_;
  std::vector<std::string> lines_;
  Sweeper sweeper_;

 private:
  SweeperOptions with_report(SweeperOptions options) {
    options.report = [this](std::string_view line) { lines_.emplace_back(line); };
    return options;
  }
};

TEST_F(TtlSweeper, DeletesAnItemOnceItsTimeHasCome) {
  store_.put_expiring("a", 10);
  store_.clock().advance(seconds(9));
  EXPECT_EQ(sweep().items_deleted, 0U);
  EXPECT_TRUE(store_.has("a"));
  store_.clock().advance(seconds(1));
  EXPECT_EQ(sweep().items_deleted, 1U);
  EXPECT_FALSE(store_.has("a"));
  EXPECT_EQ(store_.queue_size(), 0U);
}

TEST_F(TtlSweeper, DeletesIndexEntriesWithTheItemAndCountsIt) {
  store_.put("T", {{"pk", "a"}, {"color", "red"}, {"expires", store_.now() - 1}});
  EXPECT_EQ(store_.item_count(), 1);
  EXPECT_EQ(sweep().items_deleted, 1U);
  const auto table = store_.catalog().find("T");
  EXPECT_TRUE(store_.keys_in(keys::table_range(table->id)).empty());
  EXPECT_EQ(store_.item_count(), 0);
}

TEST_F(TtlSweeper, TellsHowManyItDeletedAndHowLate) {
  store_.put_expiring("a", 10);
  store_.put_expiring("b", 20);
  store_.clock().advance(seconds(30));
  catalog::Usage& usage = store_.catalog().usage();
  const keys::TableId table = store_.catalog().find("T")->id;
  sweep();
  EXPECT_EQ(usage.sums()[std::pair(table, keys::IndexId::Base)].expired_items, 2U);
  EXPECT_EQ(usage.expiry_lag(), seconds(20)) << "of the first one";
  sweep();
  EXPECT_EQ(usage.expiry_lag(), seconds(0)) << "nothing is left";
}

TEST_F(TtlSweeper, IsNamedInTheStreamAsTheOneWhoDeletes) {
  store_.create(testing::TableBuilder("S").key("pk", 'S').ttl("expires").stream().build());
  store_.put("S", {{"pk", "a"}, {"expires", store_.now() - 1}});
  store_.put("S", {{"pk", "b"}});
  store_.erase("S", {{"pk", "b"}});
  EXPECT_EQ(sweep().items_deleted, 1U);
  EXPECT_EQ(store_.told("S"),
            (std::vector<std::string>{"INSERT a", "INSERT b", "REMOVE b", "REMOVE a by TTL"}));
}

TEST_F(TtlSweeper, TrimsStreamsAfterADay) {
  store_.create(testing::TableBuilder("S").key("pk", 'S').stream().build());
  store_.put("S", {{"pk", "a"}});
  store_.clock().advance(hours(24));
  store_.put("S", {{"pk", "b"}});
  EXPECT_EQ(sweep().entries_trimmed, 2U) << "its begin and the first record";
  EXPECT_EQ(store_.told("S"), std::vector<std::string>{"INSERT b"});
}

TEST_F(TtlSweeper, SparesItemsWithoutANumber) {
  store_.put("T", {{"pk", "text"}, {"expires", "1"}});
  store_.put("T", {{"pk", "none"}});
  store_.put("T", {{"pk", "negative"}, {"expires", -5}});
  EXPECT_EQ(sweep(), SweepCounts{.items_queued = 3});
  EXPECT_TRUE(store_.has("text") && store_.has("none") && store_.has("negative"));
}

TEST_F(TtlSweeper, SparesAnItemThatExpiredMoreThanFiveYearsAgo) {
  store_.put_expiring("old", -6 * 365 * 86'400);
  store_.put_expiring("recent", -4 * 365 * 86'400);
  const auto counts = sweep();
  EXPECT_EQ(counts.items_deleted, 1U);
  EXPECT_EQ(counts.entries_dropped, 1U);
  EXPECT_TRUE(store_.has("old"));
  EXPECT_FALSE(store_.has("recent"));
}

TEST_F(TtlSweeper, SparesAnItemThatWasGivenMoreTime) {
  store_.put_expiring("a", 10);
  store_.put_expiring("a", 1000);
  store_.clock().advance(seconds(100));
  EXPECT_EQ(sweep().items_deleted, 0U);
  EXPECT_TRUE(store_.has("a"));
  EXPECT_EQ(store_.queue_size(), 1U);
}

TEST_F(TtlSweeper, DropsTheQueueOnceTtlIsOff) {
  store_.put_expiring("a", 10);
  store_.switch_ttl("");
  store_.clock().advance(seconds(100));
  EXPECT_EQ(sweep(), SweepCounts{.entries_dropped = 1});
  EXPECT_TRUE(store_.has("a"));
  EXPECT_EQ(store_.queue_size(), 0U);
}

TEST_F(TtlSweeper, DropsTheQueueOfATableThatIsGone) {
  store_.put_expiring("a", 10);
  ASSERT_TRUE(sync_wait(store_.catalog().remove(*store_.catalog().find("T"))).ok());
  store_.clock().advance(seconds(100));
  EXPECT_EQ(sweep(), SweepCounts{.entries_dropped = 1});
}

TEST_F(TtlSweeper, LeavesTablesWhoseRulesCannotBeReadAsTheyAre) {
  store_.create(testing::TableBuilder("U").key("pk", 'S').ttl("expires").build());
  store_.put("U", {{"pk", "a"}, {"expires", store_.now() - 1}});
  store_.put_expiring("a", -1);
  store_.catalog().extend_at_start("U", std::make_shared<const items::SealedRules>("no"));
  EXPECT_EQ(sweep().items_deleted, 1U);
  EXPECT_TRUE(store_.get("U", {{"pk", "a"}}).has_value());
  store_.catalog().extend_at_start("U", nullptr);
  EXPECT_EQ(sweep().items_deleted, 1U) << "they go once the rules are known";
}

TEST_F(TtlSweeper, FollowsTheAttributeThatTtlIsOn) {
  store_.put("T", {{"pk", "a"}, {"expires", store_.now() + 10}, {"until", store_.now() + 1000}});
  store_.switch_ttl("until");
  store_.clock().advance(seconds(100));
  const auto counts = sweep();
  EXPECT_EQ(counts.items_deleted, 0U);
  EXPECT_EQ(counts.entries_dropped, 1U);
  store_.clock().advance(seconds(1000));
  EXPECT_EQ(sweep().items_deleted, 1U);
}

TEST_F(TtlSweeper, DropsAnEntryThatCannotBeReadAndSaysSo) {
  const auto body = [](engine::Transaction& transaction) {
    transaction.put(keys::ttl_due_range(0, 5).begin, "?");
    Status buffered;
    return Task<Status>::ready(std::move(buffered));
  };
  ASSERT_TRUE(sync_wait(engine::run(store_.engine(), body)).ok());
  EXPECT_EQ(sweep().entries_dropped, 1U);
  ASSERT_EQ(lines_.size(), 1U);
  EXPECT_EQ(sweep(), SweepCounts{});
}

TEST_F(TtlSweeper, RemovesRequestTokensThatHaveExpired) {
  const auto body = [](engine::Transaction& transaction) {
    transaction.put(keys::request_token_key("token"), "?");
    Status buffered;
    return Task<Status>::ready(std::move(buffered));
  };
  ASSERT_TRUE(sync_wait(engine::run(store_.engine(), body)).ok());
  EXPECT_EQ(sweep().tokens_removed, 1U);
}

TEST_F(TtlSweeper, PausesWhenSomebodySetsTheDate) {
  store_.put_expiring("a", 3600 * 24);
  EXPECT_FALSE(sweep().is_paused);
  store_.clock().jump_wall(hours(24 * 30));
  EXPECT_TRUE(sweep().is_paused);
  EXPECT_TRUE(sweep().is_paused);
  EXPECT_TRUE(store_.has("a"));
  store_.clock().jump_wall(-hours(24 * 30));
  EXPECT_TRUE(sweep().is_paused);
  store_.clock().advance(seconds(1));
  EXPECT_TRUE(sweep().is_paused);
  store_.clock().advance(seconds(600));
  EXPECT_FALSE(sweep().is_paused);
  store_.clock().advance(hours(24));
  EXPECT_EQ(sweep().items_deleted, 1U);
}

class BoundedTtlSweeper : public TtlSweeper {
 protected:
  BoundedTtlSweeper() : TtlSweeper({.items_per_transaction = 10, .items_per_sweep_max = 25}) {}
};

TEST_F(BoundedTtlSweeper, DeletesNoMoreThanItMayInOneSweepAndAllInTime) {
  for (int i = 0; i < 60; ++i) store_.put_expiring(fmt::format("item-{}", i), -1);
  EXPECT_EQ(sweep().items_deleted, 25U);
  EXPECT_EQ(sweep().items_deleted, 25U);
  EXPECT_EQ(sweep().items_deleted, 10U);
  EXPECT_EQ(store_.queue_size(), 0U);
}

TEST(TtlSweeperJobs, SweepByThemselvesAndEndCleanly) {
  TtlStore store;
  store.create(expiring_table());
  store.put_expiring("a", -1);
  {
    SweeperOptions options;
    options.interval = std::chrono::milliseconds(1);
    Sweeper sweeper(store.engine(), store.catalog(), store.calendar(), options);
    jobs::Jobs jobs;
    sweeper.add_to(jobs);
    jobs.start();
    while (store.has("a")) std::this_thread::yield();
  }
  EXPECT_FALSE(store.has("a"));
}

TEST(TtlSweeperJobs, GoNoFasterThanTheirRate) {
  TtlStore store;
  store.create(expiring_table());
  for (int i = 0; i < 100; ++i) store.put_expiring(fmt::format("item-{}", i), -1);
  SweeperOptions options;
  options.items_per_transaction = 10;
  options.items_per_sweep_max = 20;
  Sweeper sweeper(store.engine(), store.catalog(), store.calendar(), options);
  jobs::Jobs jobs({.clock = &store.clock()});
  sweeper.add_to(jobs);
  for (int second = 0; second < 3; ++second) {
    while (jobs.run_due() > 0) {
    }
    EXPECT_EQ(store.queue_size(), 90U - 20 * second) << "at the beginning of the second";
    store.clock().advance(std::chrono::milliseconds(500));
    while (jobs.run_due() > 0) {
    }
    EXPECT_EQ(store.queue_size(), 80U - 20 * second) << "half a second later";
    store.clock().advance(std::chrono::milliseconds(500));
  }
}

}  // namespace
}  // namespace partita::expiry
