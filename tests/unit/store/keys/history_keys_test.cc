#include "store/keys/history_keys.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "partita/base/big_endian.h"
#include "partita/base/random.h"
#include "store/keys/item_keys.h"

namespace partita::keys {
namespace {

constexpr HistoryPlace kPlace{
    .table = TableId{7}, .period = HistoryPeriod{2}, .day = HistoryDay{20'000}};

Bytes with_stamp(Bytes prefix, std::uint64_t stamp) {
  append_integer(prefix, stamp);
  return prefix;
}

TEST(HistoryKeys, TellWhatTheyAreMadeOf) {
  const Partition partition{.table = kPlace.table, .hash = hash_bytes("p")};
  for (const auto& sort : {std::optional<KeyValue>(), std::optional<KeyValue>(StringKey{"sort"})}) {
    const Bytes item = item_key(partition, sort);
    const auto parts = parse_history_key(with_stamp(history_prefix(kPlace, item), 5)).value();
    EXPECT_EQ(parts.place.table, kPlace.table);
    EXPECT_EQ(parts.place.period, kPlace.period);
    EXPECT_EQ(parts.place.day, kPlace.day);
    EXPECT_EQ(parts.item_key, item);
    EXPECT_EQ(parts.stamp, 5U);
  }
}

// Stamps stand behind sort keys of any length: none of them may come between.
TEST(HistoryKeys, AreInTheOrderOfItemsAndThenOfStamps) {
  SeededRandom random(20261118);
  const Partition partition{.table = kPlace.table, .hash = hash_bytes("p")};
  std::vector<std::pair<Bytes, std::uint64_t>> entries;
  for (int i = 0; i < 300; ++i) {
    std::string sort(1 + random.below(20), '\0');
    for (char& byte : sort) byte = static_cast<char>(random.below(2) * 255);
    entries.emplace_back(item_key(partition, BinaryKey{sort}), random.next());
  }
  std::sort(entries.begin(), entries.end());
  Bytes last;
  for (const auto& [item, stamp] : entries) {
    const Bytes key = with_stamp(history_prefix(kPlace, item), stamp);
    EXPECT_LE(last, key);
    EXPECT_TRUE(history_day_range(kPlace).contains(key));
    last = key;
  }
}

TEST(HistoryKeys, AreShortEnoughForTheLongestSortKey) {
  const Partition partition{.table = kPlace.table, .hash = hash_bytes("p")};
  const std::string longest(1024, '\0');
  const Bytes item = item_key(partition, BinaryKey{longest});
  EXPECT_LE(with_stamp(history_prefix(kPlace, item), 1).size(), kKeyBytesMax);
}

TEST(HistoryKeys, OfEarlierDaysAndPeriodsAreARange) {
  const Partition partition{.table = kPlace.table, .hash = hash_bytes("p")};
  const Bytes item = item_key(partition, {});
  const auto before = history_before(kPlace);
  const auto key_at = [&](std::uint16_t period, std::uint16_t day) {
    return with_stamp(history_prefix({kPlace.table, HistoryPeriod{period}, HistoryDay{day}}, item),
                      1);
  };
  EXPECT_TRUE(before.contains(key_at(2, 19'999)));
  EXPECT_TRUE(before.contains(key_at(1, 30'000)));
  EXPECT_FALSE(before.contains(key_at(2, 20'000)));
  EXPECT_FALSE(before.contains(key_at(3, 0)));
  Bytes moved = history_prefix({kPlace.table, kPlace.period, HistoryDay{}}, item);
  set_history_day(moved, kPlace.day);
  EXPECT_EQ(moved, history_prefix(kPlace, item));
}

TEST(HistoryKeys, HaveDaysOfUniversalTime) {
  EXPECT_EQ(day_of(kDayMs - 1), HistoryDay{0});
  EXPECT_EQ(day_of(kDayMs), HistoryDay{1});
  EXPECT_EQ(start_of(HistoryDay{3}), 3 * kDayMs);
  EXPECT_EQ(day_of(-5), HistoryDay{0});
  EXPECT_EQ(day_of(INT64_MAX), HistoryDay{65'535});
}

TEST(HistoryKeys, RefusesDamagedOnes) {
  const Partition partition{.table = kPlace.table, .hash = hash_bytes("p")};
  const Bytes key =
      with_stamp(history_prefix(kPlace, item_key(partition, StringKey{"a long sort key"})), 1);
  for (std::size_t size = 0; size < key.size(); ++size) {
    const auto parts = parse_history_key(ByteView(key).substr(0, size));
    if (parts.ok()) {
      EXPECT_NE(parts->stamp, 1U);
    }
  }
  EXPECT_FALSE(parse_history_key(item_key(partition, {})).ok());
}

}  // namespace
}  // namespace partita::keys
