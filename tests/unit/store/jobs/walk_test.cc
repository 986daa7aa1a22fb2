#include "store/jobs/walk.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/memory/memory_engine.h"
#include "engine/read_one.h"
#include "engine/retry.h"

namespace partita::jobs {
namespace {

const Bytes kPositionKey = "position";
const keys::KeyRange kRows = keys::prefix_range("row/");

// Copies each row to "copy/..." and counts in its value how often that was done: a row that is
// passed twice or left out shows. Its position is the last key, and "." behind it at the end.
class Copying : public WalkWork {
 public:
  void begin() override { rows_.clear(); }
  Status look(ByteView key, ByteView) override {
    if (key == bad_key) return Error::corrupt("a bad row");
    rows_.emplace_back(key);
    return {};
  }
  Task<Result<std::optional<Bytes>>> pass(engine::Transaction& transaction,
                                          const Stretch& stretch) override {
    sizes.push_back(stretch.items);
    if (stretch.items > items_that_pass) co_return Error(kind_of_refusal, "too many at once");
    for (const Bytes& row : rows_) {
      const Bytes copy = "copy/" + row;
      auto former = co_await engine::read_one(transaction, copy);
      CO_TRY(former);
      transaction.put(Bytes(copy), *former ? **former + "+" : Bytes("+"));
    }
    if (stretch.is_last) co_return std::optional(stretch.last_key + ".");
    co_return std::optional(stretch.last_key);
  }

  std::size_t items_that_pass = SIZE_MAX;
  ErrorKind kind_of_refusal = ErrorKind::TooLarge;
  Bytes bad_key;
  std::vector<std::size_t> sizes;  // Of the stretches that were tried.

 private:
  std::vector<Bytes> rows_;
};

class WalkOverRows : public ::testing::Test {
 protected:
  void put(const Bytes& key, const Bytes& value) {
    const auto body = [&](engine::Transaction& transaction) {
      transaction.put(Bytes(key), Bytes(value));
      return Task<Status>::ready({});
    };
    ASSERT_TRUE(sync_wait(engine::run(*engine_, body)).ok());
  }
  void put_rows(int count) {
    for (int i = 0; i < count; ++i) put(fmt::format("row/{:04}", i), "value");
  }
  WalkPosition position() {
    WalkPosition position{.keys = {kPositionKey}};
    position.stored = sync_wait(engine::read_one(*engine_, kPositionKey)).value();
    position.last_key = position.stored.value_or(Bytes());
    return position;
  }
  bool is_over() {
    const auto stored = position().stored;
    return stored && stored->ends_with('.');
  }
  Result<Stretch> step(Walk& walk, Copying& work) {
    return sync_wait(walk.step(kRows, position(), work));
  }
  // How often rows were copied, by how many of them.
  std::map<std::string, int> copies() {
    std::map<std::string, int> found;
    const auto range = keys::prefix_range("copy/");
    const auto visit = [&](ByteView, ByteView value) {
      ++found[std::string(value)];
      return engine::Visit::Continue;
    };
    EXPECT_TRUE(sync_wait(engine_->scan({.begin = range.begin, .end = range.end}, visit)).ok());
    return found;
  }

  std::unique_ptr<engine::Engine> engine_ = engine::open_memory_engine();
};

TEST_F(WalkOverRows, PassesEachRowOnce) {
  put_rows(25);
  put("other", "not in the range");
  Walk walk(*engine_, {.items_max = 10});
  Copying work;
  EXPECT_EQ(step(walk, work)->items, 10U);
  EXPECT_EQ(step(walk, work)->items, 10U);
  const auto last = step(walk, work);
  EXPECT_EQ(last->items, 5U);
  EXPECT_TRUE(last->is_last);
  EXPECT_EQ(copies(), (std::map<std::string, int>{{"+", 25}}));
}

TEST_F(WalkOverRows, PassesAnEmptyStretchWhereThereAreNoRows) {
  Walk walk(*engine_);
  Copying work;
  const auto passed = step(walk, work);
  EXPECT_TRUE(passed->is_last);
  EXPECT_EQ(passed->items, 0U);
  EXPECT_TRUE(is_over());
}

TEST_F(WalkOverRows, EndsAStretchAtItsBytes) {
  put_rows(10);
  Walk walk(*engine_, {.items_max = 100, .bytes_max = 12});
  Copying work;
  EXPECT_EQ(step(walk, work)->items, 3U) << "five bytes each";
}

// Ends the walk after each number of steps, and sometimes lets the commit of a step be lost.
class RestartedWalk : public WalkOverRows, public ::testing::WithParamInterface<int> {};

TEST_P(RestartedWalk, GoesOnWhereItWas) {
  put_rows(100);
  int steps = 0;
  while (!is_over()) {
    Walk walk(*engine_, {.items_max = 7});
    for (int i = 0; i < GetParam() && !is_over(); ++i, ++steps) {
      Copying work;
      ASSERT_TRUE(step(walk, work).ok());
      // A step whose transaction did not commit leaves nothing.
      Copying refused;
      refused.items_that_pass = 0;
      if (!is_over()) {
        EXPECT_FALSE(step(walk, refused).ok());
      }
    }
    ASSERT_LT(steps, 200);
  }
  EXPECT_EQ(copies(), (std::map<std::string, int>{{"+", 100}}));
}

INSTANTIATE_TEST_SUITE_P(AfterSteps, RestartedWalk, ::testing::Values(1, 2, 3, 5, 8, 100));

// The control: a restart that skips a stretch, or takes one again, is found by the same check.
TEST_F(WalkOverRows, ACopyThatSkipsOrRepeatsAStretchIsFound) {
  put_rows(30);
  Copying work;
  Walk first(*engine_, {.items_max = 10});
  ASSERT_TRUE(step(first, work).ok());
  put(kPositionKey, "row/0014");
  Walk skipping(*engine_);
  ASSERT_TRUE(step(skipping, work).ok());
  EXPECT_EQ(copies(), (std::map<std::string, int>{{"+", 25}})) << "five are left out";
  put(kPositionKey, "row/0026");
  Walk repeating(*engine_);
  ASSERT_TRUE(step(repeating, work).ok());
  EXPECT_EQ(copies(), (std::map<std::string, int>{{"+", 22}, {"++", 3}}));
}

TEST_F(WalkOverRows, TriesSmallerStretchesAndGrowsAgain) {
  put_rows(500);
  Walk walk(*engine_, {.items_max = 100});
  Copying work;
  work.items_that_pass = 5;
  ASSERT_TRUE(step(walk, work).ok());
  EXPECT_EQ(work.sizes, (std::vector<std::size_t>{100, 13, 2}));
  work.sizes.clear();
  work.items_that_pass = SIZE_MAX;
  for (int i = 0; i < 7; ++i) ASSERT_TRUE(step(walk, work).ok());
  EXPECT_EQ(work.sizes, (std::vector<std::size_t>{4, 8, 16, 32, 64, 100, 100}));
}

TEST_F(WalkOverRows, GivesUpIfNotASingleRowPasses) {
  put_rows(20);
  Walk walk(*engine_);
  Copying work;
  work.items_that_pass = 0;
  work.kind_of_refusal = ErrorKind::TooLarge;
  EXPECT_EQ(step(walk, work).error().kind(), ErrorKind::TooLarge);
  EXPECT_EQ(work.sizes.back(), 1U);
  EXPECT_FALSE(position().stored);
  work.kind_of_refusal = ErrorKind::Unavailable;
  work.sizes.clear();
  EXPECT_EQ(step(walk, work).error().kind(), ErrorKind::Unavailable);
  EXPECT_EQ(work.sizes.size(), 1U) << "a smaller stretch would not help";
}

TEST_F(WalkOverRows, SaysIfARowCannotBeRead) {
  put_rows(20);
  Walk walk(*engine_);
  Copying work;
  work.bad_key = "row/0007";
  EXPECT_EQ(step(walk, work).error().kind(), ErrorKind::Corrupt);
  EXPECT_FALSE(position().stored);
}

TEST_F(WalkOverRows, StopsIfSomebodyElseHasGoneOn) {
  put_rows(20);
  Walk walk(*engine_, {.items_max = 5});
  Copying work;
  const auto seen = position();
  ASSERT_TRUE(step(walk, work).ok());
  const auto late = sync_wait(walk.step(kRows, seen, work));
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().kind(), ErrorKind::Unavailable);
  EXPECT_EQ(copies(), (std::map<std::string, int>{{"+", 5}}));
}

TEST_F(WalkOverRows, SaysHowFarItIs) {
  for (int i = 0; i < 256; ++i) put(Bytes("row/") + static_cast<char>(i), "value");
  Walk walk(*engine_, {.items_max = 64});
  Copying work;
  ASSERT_TRUE(step(walk, work).ok());
  EXPECT_EQ(walk.progress(256), (Progress{.done = 64, .total = 256}));
  // The next program knows where it begins, not how many rows were passed.
  Walk next(*engine_, {.items_max = 64});
  ASSERT_TRUE(step(next, work).ok());
  EXPECT_EQ(next.progress(256), (Progress{.done = 63 + 64, .total = 256}));
  EXPECT_EQ(next.progress(100), (Progress{.done = 88, .total = 100}));
  EXPECT_EQ(next.progress(50), (Progress{.done = 50, .total = 50})) << "no more than there are";
}

}  // namespace
}  // namespace partita::jobs
