#include "engine_suite/contract.h"

namespace partita::engine {
namespace {

TEST_P(EngineContract, KeepsASnapshotAsItWas) {
  ASSERT_TRUE(put(engine(), "changed", "old").ok());
  ASSERT_TRUE(put(engine(), "erased", "old").ok());
  const auto snapshot = engine().snapshot();
  EXPECT_EQ(get(*snapshot, "changed"), "old");
  ASSERT_TRUE(put(engine(), "changed", "new").ok());
  ASSERT_TRUE(erase(engine(), "erased").ok());
  ASSERT_TRUE(put(engine(), "added", "new").ok());
  const std::vector<Row> before = {{"changed", "old"}, {"erased", "old"}};
  EXPECT_EQ(all_rows(*snapshot), before);
  const std::vector<MaybeBytes> values = {"old", "old", std::nullopt};
  EXPECT_EQ(get_all(*snapshot, {"changed", "erased", "added"}), values);
  const std::vector<Row> after = {{"added", "new"}, {"changed", "new"}};
  EXPECT_EQ(all_rows(engine()), after);
}

TEST_P(EngineContract, KeepsEachOfManySnapshotsApart) {
  constexpr int kVersions = 40;
  std::vector<std::unique_ptr<View>> snapshots;
  for (int i = 0; i < kVersions; ++i) {
    const bool is_erased = i % 7 == 6;
    ASSERT_TRUE(
        (is_erased ? erase(engine(), "key") : put(engine(), "key", std::to_string(i))).ok());
    snapshots.push_back(engine().snapshot());
    // Its first read fixes the moment.
    EXPECT_EQ(get(*snapshots.back(), "key").has_value(), !is_erased);
  }
  // Let go of some in between: what the others see must stay.
  for (int i = 0; i < kVersions; i += 3) snapshots[static_cast<std::size_t>(i)].reset();
  ASSERT_TRUE(put(engine(), "key", "last").ok());
  for (int i = 0; i < kVersions; ++i) {
    if (i % 3 == 0) continue;
    const MaybeBytes expected = i % 7 == 6 ? MaybeBytes() : MaybeBytes(std::to_string(i));
    EXPECT_EQ(get(*snapshots[static_cast<std::size_t>(i)], "key"), expected) << i;
  }
}

TEST_P(EngineContract, ReadsASnapshotThatLivesThroughManyCommits) {
  ASSERT_TRUE(put(engine(), "key", "first").ok());
  const auto snapshot = engine().snapshot();
  EXPECT_EQ(get(*snapshot, "key"), "first");
  for (int i = 0; i < 500; ++i) ASSERT_TRUE(put(engine(), "key", std::to_string(i)).ok());
  EXPECT_EQ(get(*snapshot, "key"), "first");
  EXPECT_EQ(get(engine(), "key"), "499");
}

TEST_P(EngineContract, ShowsTheNewestCommitAtOnce) {
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(put(engine(), "key", std::to_string(i)).ok());
    ASSERT_EQ(get(engine(), "key"), std::to_string(i));
    ASSERT_EQ(get(*engine().snapshot(), "key"), std::to_string(i));
    ASSERT_EQ(get(*engine().begin(), "key"), std::to_string(i));
    ASSERT_EQ(all_rows(engine()).front().value, std::to_string(i));
  }
}

// Every commit rewrites all rows; one is made inside the scan, between two of its rows.
TEST_P(EngineContract, ShowsACommitWhollyOrNotAtAllInOneScan) {
  constexpr int kRows = 700;
  const auto rewrite = [&](const Bytes& value) {
    const auto transaction = engine().begin();
    for (int i = 0; i < kRows; ++i) transaction->put("row " + std::to_string(1000 + i), value);
    ASSERT_TRUE(commit(*transaction).ok());
  };
  rewrite("before");
  for (const Direction direction : {Direction::Forward, Direction::Backward}) {
    std::vector<Bytes> values;
    const auto visit = [&](ByteView, ByteView value) {
      values.emplace_back(value);
      if (values.size() == 5 || values.size() == 300)
        rewrite("within " + std::to_string(values.size()));
      return Visit::Continue;
    };
    ASSERT_TRUE(sync_wait(engine().scan({.direction = direction}, visit)).ok());
    ASSERT_EQ(values.size(), static_cast<std::size_t>(kRows));
    EXPECT_EQ(values, std::vector<Bytes>(kRows, values.front()));
  }
}

TEST_P(EngineContract, LeavesARowThatIsErasedDuringAScanInIt) {
  for (int i = 0; i < 50; ++i)
    ASSERT_TRUE(put(engine(), "row " + std::to_string(10 + i), "v").ok());
  std::size_t seen = 0;
  const auto visit = [&](ByteView, ByteView value) {
    EXPECT_EQ(value, "v");
    if (seen++ == 0) {
      for (int i = 0; i < 50; ++i)
        EXPECT_TRUE(erase(engine(), "row " + std::to_string(10 + i)).ok());
    }
    return Visit::Continue;
  };
  ASSERT_TRUE(sync_wait(engine().scan({}, visit)).ok());
  EXPECT_EQ(seen, 50u);
  EXPECT_TRUE(all_rows(engine()).empty());
}

}  // namespace
}  // namespace partita::engine
