#include "modelled/rollups/rollup_program.h"

#include <gtest/gtest.h>

#include "modelled/rollups/group_key.h"
#include "modelled/rollups/rollup_sweep.h"
#include "rollup_store.h"

namespace partita::rollups {
namespace {

constexpr std::size_t kCount = 0;
constexpr std::size_t kDone = 1;
constexpr std::size_t kCost = 2;
constexpr std::size_t kMean = 3;
constexpr std::size_t kLeast = 4;
constexpr std::size_t kMost = 5;
constexpr std::size_t kShare = 6;
constexpr std::size_t kOdd = 7;

constexpr model::Duration kHour = std::chrono::hours(1);

// Keeps what is buffered, to be looked at; commits nothing.
class BufferedWrites final : public engine::Transaction {
 public:
  Task<Status> scan(const engine::Range&, engine::RowVisitor) override {
    return Task<Status>::ready({});
  }
  Task<Status> commit() override { return Task<Status>::ready({}); }
  std::size_t count() const { return writes_.writes().size(); }

 private:
  Task<Status> read(std::span<const ByteView> keys, engine::ValueVisitor visit,
                    std::size_t) override {
    for (std::size_t i = 0; i < keys.size(); ++i) visit(i, std::nullopt);
    return Task<Status>::ready({});
  }
};

class Rollups : public ::testing::Test {
 protected:
  Rollups() { store_.build(); }

  std::size_t writes_of(const Item& before, const Item& after) {
    const EncodedItem old_item(before);
    const EncodedItem new_item(after);
    const Bytes key = RollupStore::key_of("a");
    BufferedWrites buffered;
    const auto admission = sync_wait(store_.program().building().admit(buffered, key)).value();
    store_.program().buffer(
        buffered,
        {.key = key, .before = old_item.view(), .after = new_item.view(), .now = store_.now},
        admission);
    return buffered.count();
  }
  std::optional<Number> total(std::string_view status, std::size_t measure) {
    return RollupStore::measure(store_.answer("by_status"), status, measure);
  }
  std::optional<Number> in_hour(std::string_view status, std::size_t measure) {
    return RollupStore::measure(store_.window("by_status", kHour), status, measure);
  }

  RollupStore store_;
};

TEST_F(Rollups, MoveAnItemFromGroupToGroup) {
  store_.put("a", "open", store_.now, 5);
  store_.put("a", "done", store_.now, 5);
  EXPECT_EQ(total("open", kCount), std::nullopt);
  EXPECT_EQ(total("done", kCount), Number(1));
  EXPECT_EQ(total("done", kDone), Number(1));
}

TEST_F(Rollups, LeaveNoRowBehindWhenTheLastItemGoes) {
  const std::size_t rows = store_.rows();
  store_.put("a", "open", store_.now, 5);
  EXPECT_GT(store_.rows(), rows);
  store_.write("a", std::nullopt);
  // What is left: the mark that the day's item has to be written.
  EXPECT_EQ(store_.rows(), rows + 1);
}

TEST_F(Rollups, FindTheLeastAndTheGreatestAfterDeletes) {
  store_.put("a", "open", store_.now, decimal("-3.5"));
  store_.put("b", "open", store_.now, 7);
  store_.put("c", "open", store_.now, 7);
  store_.put("d", "open", store_.now, decimal("0.25"));
  store_.write("a", std::nullopt);
  store_.write("b", std::nullopt);
  EXPECT_EQ(total("open", kLeast), decimal("0.25"));
  EXPECT_EQ(total("open", kMost), Number(7));
  EXPECT_EQ(in_hour("open", kMost), Number(7));
  store_.write("c", std::nullopt);
  EXPECT_EQ(in_hour("open", kMost), decimal("0.25"));
}

TEST_F(Rollups, GiveNullForWhatIsDividedByNothing) {
  Item without_cost = job("a", "open", store_.now, 1);
  without_cost.erase("cost");
  store_.write("a", without_cost);
  EXPECT_EQ(total("open", kCost), Number(0));
  EXPECT_EQ(total("open", kMean), std::nullopt);
  EXPECT_EQ(total("open", kLeast), std::nullopt);
  EXPECT_EQ(total("open", kShare), Number(0));
  EXPECT_EQ(total("open", kOdd), std::nullopt);
}

TEST_F(Rollups, AlwaysAnswerWithOneRowIfTheyDoNotGroup) {
  const auto answer = store_.answer("everything");
  ASSERT_EQ(answer.rows.size(), 1U);
  EXPECT_EQ(answer.rows[0].measures, (std::vector<std::optional<Number>>{Number(0), std::nullopt}));
}

TEST_F(Rollups, BufferNothingIfNothingThatIsReadHasChanged) {
  const Item before = job("a", "open", store_.now, 5);
  Item after = before;
  after.set("note", "new");
  EXPECT_EQ(writes_of(before, after), 0U);
}

TEST_F(Rollups, MergeOnceIntoARowThatBothImagesShare) {
  const Item before = job("a", "open", store_.now, 5);
  Item after = before;
  after.set("cost", 6);
  // by_status: four levels of sums, four of extremes that are erased and put. everything: its sums
  // stay, its extreme is erased and put. daily: sums and the mark.
  EXPECT_EQ(writes_of(before, after), (4U + 8U) + 2U + 2U);
}

TEST_F(Rollups, CountAWindowFromItsFirstMinute) {
  const auto edge = store_.now - kHour;
  store_.put("in", "open", edge, 1);
  store_.put("out", "open", edge - model::Duration(1), 1);
  store_.put("now", "open", store_.now + model::Duration(59'999), 1);
  store_.put("future", "open", store_.now + std::chrono::minutes(1), 1);
  EXPECT_EQ(in_hour("open", kCount), Number(2));
  EXPECT_EQ(total("open", kCount), Number(4));
  store_.now += std::chrono::minutes(1);
  EXPECT_EQ(in_hour("open", kCount), Number(2));
}

TEST_F(Rollups, FilterGroups) {
  store_.put("a", "open", store_.now, 1);
  store_.put("b", "done", store_.now, 2);
  const auto answer =
      store_.answer("by_status", {.filters = {{"status", "done"}}, .window = kHour});
  ASSERT_EQ(answer.rows.size(), 1U);
  EXPECT_EQ(answer.rows[0].group, std::vector<Value>{"done"});
}

TEST_F(Rollups, NameWhatCanBeAskedFor) {
  const auto ask = [&](const RollupQuery& query) {
    return sync_wait(read(store_.engine(), store_.plan("by_status"), query)).error().message();
  };
  EXPECT_EQ(ask({.filters = {{"color", "red"}}, .window = {}}),
            "rollup `by_status` does not group by `color`; it groups by status");
  EXPECT_EQ(ask({.filters = {}, .window = std::chrono::hours(24 * 91)}),
            "a window of rollup `by_status` is longer than 0s and at most 90d");
}

TEST_F(Rollups, KeepCountingWhatHasExpiredUnlessToldToDropIt) {
  store_.put("a", "done", store_.now, 9);
  store_.write("a", std::nullopt, ChangeReason::Expired);
  store_.put("a", "done", store_.now, 4);
  store_.write("a", std::nullopt);
  EXPECT_EQ(total("done", kCount), Number(1));
  EXPECT_EQ(in_hour("done", kMost), Number(9));
  EXPECT_EQ(store_.answer("everything").rows[0].items, 0);
  EXPECT_EQ(store_.differences(), "");
}

TEST_F(Rollups, TellLongGroupsApart) {
  const std::string start(300, 'x');
  Bytes one;
  Bytes same;
  Bytes other;
  append_group_value(one, Value(start + "1"));
  append_group_value(same, Value(start + "1"));
  append_group_value(other, Value(start + "2"));
  EXPECT_EQ(one, same);
  EXPECT_NE(one, other);
  EXPECT_LT(one.size(), 300U);
}

TEST_F(Rollups, ReadFewRowsHoweverManyItemsThereAre) {
  for (int i = 0; i < 3000; ++i) {
    store_.put(std::to_string(i), "open", store_.now - std::chrono::minutes(i * 43), 1);
  }
  const auto answer = store_.window("by_status", std::chrono::days(90));
  EXPECT_EQ(answer.rows[0].items, 3000);
  // Sums, and two extremes of each bucket.
  EXPECT_LE(answer.rows_read, 1U + 3 * (119U + 46U + 90U));
  EXPECT_EQ(store_.answer("daily", {.filters = {}, .window = {}}).rows_read, 91U);
}

TEST_F(Rollups, SweepBucketsThatNoWindowReaches) {
  const auto then = store_.now;
  store_.put("old", "open", then, 1);
  store_.now += std::chrono::days(90) + std::chrono::hours(1);
  EXPECT_EQ(sync_wait(sweep(store_.engine(), store_.plan("by_status"), store_.now)).value(), 0U);
  store_.now += std::chrono::days(2);
  const std::size_t rows = store_.rows();
  EXPECT_EQ(sync_wait(sweep(store_.engine(), store_.plan("by_status"), store_.now)).value(), 6U);
  EXPECT_EQ(store_.rows(), rows - 6);
  EXPECT_EQ(total("open", kCount), Number(1));
  // Neither a deletion nor a new item that is so old comes back into windows.
  store_.write("old", std::nullopt);
  store_.put("late", "open", then, 1);
  EXPECT_EQ(store_.differences(), "");
}

TEST_F(Rollups, SayWhatIsWrongWithAStoredRow) {
  store_.put("a", "open", store_.now, 1);
  const auto body = [&](engine::Transaction& transaction) {
    transaction.erase(sums_key(store_.plan("everything").ref(), {}, Plane::Live));
    Status buffered;
    return Task<Status>::ready(std::move(buffered));
  };
  ASSERT_TRUE(sync_wait(engine::run(store_.engine(), body)).ok());
  EXPECT_EQ(store_.differences(),
            "rollup `everything`, group (), total 0: stored is nothing, the items give 1 items, 1 "
            "inputs of 0\n");
}

}  // namespace
}  // namespace partita::rollups
