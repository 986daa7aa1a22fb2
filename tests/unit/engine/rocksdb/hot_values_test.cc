#include "engine/rocksdb/hot_values.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "engine/conflict_table.h"

namespace partita::engine {
namespace {

constexpr std::uint64_t kRoomForAll = 64 << 20;

std::uint64_t hash_of(ByteView key) { return ConflictTable::hash(key); }

void keep(HotValues& values, ByteView key, ByteView value, std::uint64_t right_at = 1) {
  values.keep(key, hash_of(key), value, right_at);
}

std::optional<Bytes> find(HotValues& values, ByteView key, std::uint64_t needed = 0) {
  std::optional<Bytes> found;
  values.find(
      key, hash_of(key), [needed](std::uint64_t right_at) { return right_at >= needed; },
      [&](auto value) { found = std::optional<Bytes>(value); });
  return found;
}

// Whether it holds that the key has no value.
bool knows_of_none(HotValues& values, ByteView key) {
  bool is_none = false;
  const auto look = [&](std::optional<ByteView> value) { is_none = !value.has_value(); };
  return values.find(
             key, hash_of(key), [](auto) { return true; }, look) &&
         is_none;
}

TEST(HotValues, FindsWhatWasKept) {
  HotValues values(kRoomForAll);
  EXPECT_EQ(find(values, "key"), std::nullopt);
  keep(values, "key", "value");
  EXPECT_EQ(find(values, "key"), "value");
  EXPECT_EQ(find(values, "other"), std::nullopt);
}

TEST(HotValues, HoldsEmptyValues) {
  HotValues values(kRoomForAll);
  keep(values, "key", "");
  EXPECT_EQ(find(values, "key"), "");
}

TEST(HotValues, HoldsThatAKeyHasNoValueUntilItHasOne) {
  HotValues values(kRoomForAll);
  EXPECT_FALSE(knows_of_none(values, "key"));
  values.keep("key", hash_of("key"), std::nullopt, 1);
  EXPECT_TRUE(knows_of_none(values, "key"));
  values.refresh("key", hash_of("key"), "value", 2);
  EXPECT_FALSE(knows_of_none(values, "key"));
  EXPECT_EQ(find(values, "key", 2), "value");
}

TEST(HotValues, ShowsNothingThatIsNotCurrent) {
  HotValues values(kRoomForAll);
  keep(values, "key", "value", 7);
  EXPECT_EQ(find(values, "key", 8), std::nullopt);
  EXPECT_EQ(find(values, "key", 7), "value");
}

TEST(HotValues, TellsKeysOfOneHashApart) {
  HotValues values(kRoomForAll);
  values.keep("one", 5, "first", 1);
  values.keep("two", 5, "second", 1);
  const auto found = [&](ByteView key) {
    Bytes text;
    values.find(
        key, 5, [](auto) { return true; }, [&](auto value) { text = Bytes(*value); });
    return text;
  };
  EXPECT_EQ(found("one"), "first");
  EXPECT_EQ(found("two"), "second");
}

// Clients that walk through a large table must not make others read from the disk.
TEST(HotValues, HoldsWhatIsFoundAgainBesideManyMoreThatAreReadOnce) {
  constexpr int kAgain = 200;
  constexpr int kOnce = 50'000;
  HotValues values(1 << 20);
  const Bytes value(500, 'x');
  for (int i = 0; i < kAgain; ++i) keep(values, "again " + std::to_string(i), value);
  int missed = 0;
  for (int i = 0; i < kOnce; ++i) {
    keep(values, "once " + std::to_string(i), value);
    // Each of them once in the time in which all that is held would be given up otherwise.
    const Bytes again = "again " + std::to_string(i % kAgain);
    if (find(values, again)) continue;
    ++missed;
    keep(values, again, value);
  }
  EXPECT_LT(missed, kOnce / 100);
}

TEST(HotValues, RefreshesOnlyWhatItHolds) {
  HotValues values(kRoomForAll);
  values.refresh("key", hash_of("key"), "new", 2);
  EXPECT_EQ(find(values, "key"), std::nullopt);
  keep(values, "key", "old", 1);
  values.refresh("key", hash_of("key"), "new", 2);
  EXPECT_EQ(find(values, "key", 2), "new");
}

TEST(HotValues, ForgetsAKeyThatWasErased) {
  HotValues values(kRoomForAll);
  keep(values, "key", "value");
  values.refresh("key", hash_of("key"), std::nullopt, 2);
  EXPECT_EQ(find(values, "key"), std::nullopt);
}

TEST(HotValues, HoldsNoMoreThanItMay) {
  constexpr std::uint64_t kBytesMax = 1 << 20;
  constexpr int kRows = 10'000;
  HotValues values(kBytesMax);
  const Bytes value(1'000, 'v');
  for (int i = 0; i < kRows; ++i) keep(values, std::to_string(i), value);
  int held = 0;
  for (int i = 0; i < kRows; ++i) held += find(values, std::to_string(i)) ? 1 : 0;
  EXPECT_GT(held, 500);
  EXPECT_LE(held, 1'048);
}

// What the slots and malloc take counts, too.
TEST(HotValues, CountsWhatSmallRowsCostBesideTheirBytes) {
  constexpr std::uint64_t kBytesMax = 1 << 20;
  constexpr int kRows = 30'000;
  HotValues values(kBytesMax);
  const Bytes value(200, 'v');
  for (int i = 0; i < kRows; ++i) keep(values, std::to_string(i), value);
  int held = 0;
  for (int i = 0; i < kRows; ++i) held += find(values, std::to_string(i)) ? 1 : 0;
  EXPECT_GT(held, 1'000);
  EXPECT_LE(held * 216, static_cast<int>(kBytesMax - 2'048 * 40));
}

TEST(HotValues, DoesNotTakeWhatIsTooLarge) {
  HotValues values(kRoomForAll);
  keep(values, "key", Bytes(100'000, 'v'));
  EXPECT_EQ(find(values, "key"), std::nullopt);
}

TEST(HotValues, DropsAValueThatHasGrownTooLarge) {
  HotValues values(kRoomForAll);
  keep(values, "key", "small", 1);
  values.refresh("key", hash_of("key"), Bytes(100'000, 'v'), 2);
  EXPECT_EQ(find(values, "key"), std::nullopt);
}

// Each value names its key and the number it is right at: a mix of two would show.
TEST(HotValues, NeverMixesValuesOfManyThreads) {
  HotValues values(1 << 16);
  std::atomic<int> wrong = 0;
  const auto work = [&](std::uint64_t thread) {
    for (std::uint64_t i = 0; i < 20'000; ++i) {
      const Bytes key = "key " + std::to_string((i * 7 + thread) % 200);
      if (i % 3 == 0) keep(values, key, key + " is right at " + std::to_string(i), i);
      std::uint64_t right_at = 0;
      values.find(
          key, hash_of(key),
          [&](std::uint64_t number) {
            right_at = number;
            return true;
          },
          [&](std::optional<ByteView> value) {
            if (value != key + " is right at " + std::to_string(right_at)) ++wrong;
          });
    }
  };
  std::vector<std::jthread> threads;
  for (std::uint64_t thread = 0; thread < 4; ++thread) threads.emplace_back(work, thread);
  threads.clear();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace partita::engine
