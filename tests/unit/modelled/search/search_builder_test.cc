#include "modelled/search/search_builder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "partita/base/random.h"
#include "search_store.h"

namespace partita::search {
namespace {

using Build = SearchBuilder::Build;

Artist numbered(int number) {
  return {.name = "Ravi " + std::to_string(number),
          .instruments = {number % 2 == 0 ? "sitar" : "tabla"},
          .bio = number % 3 == 0 ? "sings" : "plays",
          .tradition = number % 5 == 0 ? "carnatic" : "hindustani"};
}

// The same items, written where the searches were there before them.
std::map<Bytes, Bytes> rows_as_written(const SearchStore& store) {
  SearchStore fresh;
  fresh.build();
  for (const auto& [id, item] : store.items()) EXPECT_TRUE(fresh.try_write(id, item).ok());
  return fresh.rows();
}

TEST(SearchBuilder, IndexesWhatWasThereBefore) {
  SearchStore store;
  for (int i = 0; i < 250; ++i) store.put(std::to_string(i), numbered(i));
  EXPECT_EQ(store.find({.text = "ravi"}).total, 0U);
  EXPECT_EQ(store.find({.text = "ravi"}).built, 0);
  store.build();
  EXPECT_EQ(store.find({.text = "ravi"}).total, 250U);
  EXPECT_EQ(store.find({.text = "ravi"}).built, 1);
  EXPECT_EQ(store.rows(), rows_as_written(store));
}

TEST(SearchBuilder, GoesOnAfterARestart) {
  SearchStore store;
  for (int i = 0; i < 250; ++i) store.put(std::to_string(i), numbered(i));
  int steps = 0;
  for (;; ++steps) {
    store.restart();
    SearchBuilder builder(store.engine(), store.program());
    const auto step = sync_wait(builder.build_some(30));
    ASSERT_TRUE(step.ok()) << step.error().to_string();
    if (*step == Build::Done) break;
  }
  EXPECT_GE(steps, 8);
  EXPECT_EQ(store.rows(), rows_as_written(store));
}

TEST(SearchBuilder, IndexesAnItemOnceThatIsWrittenBetweenSteps) {
  SearchStore store;
  for (int i = 0; i < 200; ++i) store.put(std::to_string(i), numbered(i));
  SearchBuilder builder(store.engine(), store.program());
  SeededRandom random(3);
  for (;;) {
    const auto step = sync_wait(builder.build_some(20));
    ASSERT_TRUE(step.ok()) << step.error().to_string();
    if (*step == Build::Done) break;
    for (int i = 0; i < 10; ++i) {
      store.put(std::to_string(random.below(200)), numbered(static_cast<int>(random.below(900))));
      store.erase(std::to_string(random.below(200)));
    }
  }
  EXPECT_EQ(store.rows(), rows_as_written(store));
}

TEST(SearchBuilder, IsRightBesideWriters) {
  constexpr int kWriters = 3;
  SearchStore store;
  for (int i = 0; i < 300; ++i) store.put(std::to_string(i), numbered(i));
  std::atomic<bool> is_over = false;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([&store, &is_over, writer] {
      SeededRandom random(static_cast<std::uint64_t>(writer) + 1);
      while (!is_over) {
        const std::string id = std::to_string(random.below(300));
        if (random.below(4) == 0) {
          store.erase(id);
        } else {
          store.put(id, numbered(static_cast<int>(random.below(900))));
        }
      }
    });
  }
  SearchBuilder builder(store.engine(), store.program());
  for (;;) {
    const auto step = sync_wait(builder.build_some(10));
    if (!step.ok()) {
      ASSERT_EQ(step.error().kind(), ErrorKind::Conflict) << step.error().to_string();
      continue;
    }
    if (*step == Build::Done) break;
  }
  is_over = true;
  for (std::thread& each : writers) each.join();
  EXPECT_EQ(store.rows(), rows_as_written(store));
}

// The control: a posting that is lost is noticed by what these tests compare.
TEST(SearchBuilder, ALostPostingIsNoticed) {
  SearchStore store;
  store.build();
  store.put("1", numbered(1));
  const Bytes lost = store.rows().begin()->first;
  const auto body = [&](engine::Transaction& transaction) {
    transaction.erase(lost);
    return Task<Status>::ready({});
  };
  ASSERT_TRUE(sync_wait(engine::run(store.engine(), body)).ok());
  EXPECT_NE(store.rows(), rows_as_written(store));
}

}  // namespace
}  // namespace partita::search
