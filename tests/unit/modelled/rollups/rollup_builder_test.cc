#include "modelled/rollups/rollup_builder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "partita/base/random.h"
#include "rollup_store.h"

namespace partita::rollups {
namespace {

using Build = RollupBuilder::Build;

// Items that were there before the rollups.
void fill(RollupStore& store, int items) {
  for (int i = 0; i < items; ++i) {
    const std::string id = std::to_string(i);
    store.put(id, i % 3 == 0 ? "done" : "open", store.now - std::chrono::minutes(i), i);
  }
}

TEST(RollupBuilder, CountsWhatWasThereBefore) {
  RollupStore store;
  fill(store, 250);
  EXPECT_EQ(store.answer("everything").rows[0].items, 0);
  store.build();
  EXPECT_EQ(store.answer("everything").rows[0].items, 250);
  EXPECT_EQ(store.answer("everything").built, 1);
  EXPECT_EQ(store.differences(), "");
}

TEST(RollupBuilder, GoesOnAfterARestartAndSaysHowFarItIs) {
  RollupStore store;
  fill(store, 250);
  double built = 0;
  for (;;) {
    store.restart();
    RollupBuilder builder(store.engine(), store.program());
    const auto step = sync_wait(builder.build_some(store.now, 30));
    ASSERT_TRUE(step.ok()) << step.error().to_string();
    if (*step == Build::Done) break;
    const auto answer = store.answer("everything");
    EXPECT_GT(answer.built, built);
    built = answer.built;
    // Halfway, the sums are those of the items up to the position.
    ASSERT_EQ(store.differences(), "");
  }
  EXPECT_EQ(store.answer("everything").rows[0].items, 250);
}

TEST(RollupBuilder, CountsAnItemOnceThatIsWrittenBetweenSteps) {
  RollupStore store;
  fill(store, 200);
  RollupBuilder builder(store.engine(), store.program());
  SeededRandom random(3);
  int next = 200;
  for (;;) {
    const auto step = sync_wait(builder.build_some(store.now, 20));
    ASSERT_TRUE(step.ok()) << step.error().to_string();
    if (*step == Build::Done) break;
    for (int i = 0; i < 10; ++i) {
      const std::string id = std::to_string(random.below(200));
      store.put(id, "failed", store.now, 1);
      store.write(std::to_string(random.below(200)), std::nullopt);
      if (next < 260) store.put(std::to_string(next++), "open", store.now, 2);
    }
    ASSERT_EQ(store.differences(), "");
  }
  EXPECT_EQ(store.differences(), "");
}

TEST(RollupBuilder, LeavesNoTouchRows) {
  RollupStore store;
  store.put("a", "open", store.now, 1);
  const auto touches = keys::prefix_range(plan_rows(store.plan("everything").ref()).touch_prefix);
  const auto count = [&] {
    std::size_t rows = 0;
    const auto visit = [&](ByteView, ByteView) {
      ++rows;
      return engine::Visit::Continue;
    };
    EXPECT_TRUE(
        sync_wait(store.engine().scan({.begin = touches.begin, .end = touches.end}, visit)).ok());
    return rows;
  };
  EXPECT_EQ(count(), 1U);
  store.build();
  EXPECT_EQ(count(), 0U);
}

TEST(RollupBuilder, IsExactBesideBusyWriters) {
  RollupStore store;
  fill(store, 400);
  std::atomic<bool> is_built = false;
  std::vector<std::thread> writers;
  for (std::uint64_t writer = 0; writer < 3; ++writer) {
    writers.emplace_back([&, writer] {
      SeededRandom random(writer + 1);
      for (int i = 0; i < 100 || !is_built; ++i) {
        const std::string id = std::to_string(random.below(500));
        const auto item = job(id, random.below(2) == 0 ? "open" : "done", store.now,
                              static_cast<std::int64_t>(random.below(100)));
        const bool is_put = random.below(3) != 0;
        EXPECT_TRUE(store.try_write(id, is_put ? std::optional(item) : std::nullopt).ok());
      }
    });
  }
  RollupBuilder builder(store.engine(), store.program());
  for (;;) {
    const auto step = sync_wait(builder.build_some(store.now, 25));
    if (step.ok() && *step == Build::Done) break;
    EXPECT_TRUE(step.ok() || step.error().kind() == ErrorKind::Conflict);
  }
  is_built = true;
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(store.differences(), "");
}

}  // namespace
}  // namespace partita::rollups
