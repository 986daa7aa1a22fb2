#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "engine/postgres/postgres_engine.h"
#include "engine_suite/blocking.h"
#include "engine_suite/engine_home.h"
#include "support/postgres/postgres_stores.h"

// Several engines on one store, as several servers have it, and how often they ask for what.
namespace partita::engine {
namespace {

using partita::testing::PostgresStores;

PostgresStores& shared_stores() {
  static PostgresStores stores;
  return stores;
}

std::unique_ptr<PostgresEngine> engine_on(const std::string& address) {
  // Only the test folds.
  auto engine = open_postgres_engine(
      {.address = address, .fold_interval = std::chrono::milliseconds(0)}, &suite_kinds);
  if (!engine.ok()) throw std::runtime_error(engine.error().to_string());
  return std::move(engine).value();
}

double figure(const Figures& figures, std::string_view name) {
  for (const Figure& each : figures.figures().numbers) {
    if (each.name == name) return each.value;
  }
  return -1;
}

class SharedPostgres : public ::testing::Test {
 protected:
  const std::string address_ = shared_stores().new_store();
  const std::unique_ptr<PostgresEngine> a_ = engine_on(address_);
  const std::unique_ptr<PostgresEngine> b_ = engine_on(address_);

  // How many batches the work took.
  template <typename Work>
  double round_trips(const Work& work) {
    const double before = figure(*a_, "store_round_trips_total");
    work();
    return figure(*a_, "store_round_trips_total") - before;
  }
};

TEST_F(SharedPostgres, ShowsEachWhatTheOtherHasCommitted) {
  ASSERT_TRUE(put(*a_, "key", "1").ok());
  EXPECT_EQ(get(*b_, "key"), "1");
  const auto slow = b_->begin();
  EXPECT_EQ(get(*slow, "key"), "1");
  ASSERT_TRUE(put(*a_, "key", "2").ok());
  slow->put("key", "3");
  EXPECT_EQ(kind_of(commit(*slow)), ErrorKind::Conflict);
}

TEST_F(SharedPostgres, FoldsFromBothSidesWithoutLosingOrDoublingAnything) {
  constexpr int kMerges = 200;
  const auto work = [](PostgresEngine& engine) {
    for (int i = 0; i < kMerges; ++i) {
      const auto transaction = engine.begin();
      transaction->merge(i % 2 == 0 ? "sum even" : "sum odd", "1");
      EXPECT_TRUE(commit(*transaction).ok());
      if (i % 10 != 0) continue;
      EXPECT_TRUE(engine.fold_operands().ok());
    }
  };
  {
    const std::jthread one([&] { work(*a_); });
    const std::jthread other([&] { work(*b_); });
  }
  EXPECT_EQ(get(*a_, "sum even"), std::to_string(kMerges));
  ASSERT_TRUE(a_->fold_operands().ok());
  EXPECT_EQ(get(*b_, "sum even"), std::to_string(kMerges));
  EXPECT_EQ(rows(*b_, {.begin = "sum "}).size(), 2u);
}

TEST_F(SharedPostgres, FoldsAwayWhatHasComeToNothing) {
  for (const char* number : {"5", "-5"}) {
    const auto transaction = a_->begin();
    transaction->merge("sum 1", number);
    ASSERT_TRUE(commit(*transaction).ok());
    ASSERT_TRUE(a_->fold_operands().ok());
  }
  EXPECT_EQ(get(*b_, "sum 1"), std::nullopt);
  EXPECT_TRUE(all_rows(*b_).empty());
}

// More operands of one row than a page has rows.
TEST_F(SharedPostgres, ReadsARowOfManyOperandsWhole) {
  const auto transaction = a_->begin();
  for (int i = 0; i < 5'000; ++i) transaction->merge("sum hot", "1");
  transaction->put("sun", "value");
  ASSERT_TRUE(commit(*transaction).ok());
  const std::vector<Row> expected = {{"sum hot", "5000"}, {"sun", "value"}};
  EXPECT_EQ(all_rows(*b_), expected);
  EXPECT_EQ(rows(*b_, {.rows_hint = 1}), expected);
  EXPECT_EQ(rows(*b_, {.direction = Direction::Backward, .rows_hint = 1}),
            (std::vector<Row>{expected[1], expected[0]}));
}

TEST_F(SharedPostgres, AsksOnceForAnyNumberOfKeysAndTwiceForAConditionalWrite) {
  const std::vector<Bytes> keys(100, "key");
  EXPECT_EQ(round_trips([&] { get_all(*a_, keys); }), 1);
  EXPECT_EQ(round_trips([&] { get_all(*a_, {"key", "sum 1", "other"}); }), 1);
  EXPECT_EQ(round_trips([&] {
              const auto transaction = a_->begin();
              get_all(*transaction, {"a", "b", "sum 1"});
              transaction->put("a", "1");
              transaction->merge("sum 1", "1");
              transaction->append("log ", "entry");
              EXPECT_TRUE(commit(*transaction).ok());
            }),
            2);
  // A condition that does not hold: nothing is left to say.
  EXPECT_EQ(round_trips([&] {
              const auto transaction = a_->begin();
              get(*transaction, "a");
              EXPECT_TRUE(commit(*transaction).ok());
            }),
            1);
  EXPECT_EQ(round_trips([&] { EXPECT_TRUE(put(*a_, "blind", "1").ok()); }), 1);
}

TEST_F(SharedPostgres, AsksOnceForAPageOfTheSizeThatIsWanted) {
  const auto transaction = a_->begin();
  for (int i = 0; i < 50; ++i) transaction->put("row " + std::to_string(10 + i), Bytes(1'000, 'x'));
  ASSERT_TRUE(commit(*transaction).ok());
  EXPECT_EQ(round_trips([&] { rows(*a_, {.begin = "row ", .rows_hint = 10}, 10); }), 1);
  EXPECT_EQ(round_trips([&] { rows(*a_, {.begin = "row ", .bytes_hint = 10'000}, 10); }), 1);
  EXPECT_EQ(round_trips([&] { EXPECT_EQ(rows(*a_, {.begin = "row "}).size(), 50u); }), 1);
}

}  // namespace
}  // namespace partita::engine
