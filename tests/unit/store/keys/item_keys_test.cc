#include "store/keys/item_keys.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "store/keys/key_codec.h"
#include "unit/store/keys/key_generator.h"

namespace partita::keys {
namespace {

using namespace std::string_literals;

constexpr TableId kTable{0x01020304};
constexpr IndexId kIndex{0x0506};

Partition base_partition(std::string_view key) {
  return {kTable, IndexId::Base, hash_partition(StringKey{key})};
}

Partition index_partition(std::string_view key) {
  return {kTable, kIndex, hash_partition(StringKey{key})};
}

KeyRange segment(std::uint32_t number, std::uint32_t total) {
  return segment_range(kTable, kIndex, {.segment = number, .total_segments = total}).value();
}

// These bytes are on disk. If one of these two tests fails, the format has changed.
TEST(ItemKey, IsTableIndexPartitionHashAndRawSortKey) {
  const Partition partition = base_partition("p");
  const Bytes head = "\x02\x01\x02\x03\x04\0\0"s + Bytes(partition.hash.view());
  EXPECT_EQ(item_key(partition, std::nullopt), head);
  EXPECT_EQ(item_key(partition, StringKey{"s\0"s}), head + "s\0"s);
  EXPECT_EQ(item_key(partition, Number(7)), head + "\xC0\x82\x8C");
}

TEST(IndexEntryKey, IsTableIndexPartitionHashTupleAndItemHash) {
  const Partition partition = index_partition("p");
  const std::vector<KeyValue> sort = {Number(7), StringKey{"s"}};
  const KeyHash item = hash_item(item_key(base_partition("q"), StringKey{"t"}));
  EXPECT_EQ(index_entry_key(partition, sort, item),
            "\x02\x01\x02\x03\x04\x05\x06"s + Bytes(partition.hash.view()) + "\xC0\x82\x8C" +
                "s\0\0\0\0\0\0\0\x01"s + Bytes(item.view()));
  EXPECT_EQ(item, hash_bytes(Bytes(base_partition("q").hash.view()) + "t"));
}

TEST(ItemHash, TellsTheItemsOfATableApart) {
  const KeyHash item = hash_item(item_key(base_partition("p"), StringKey{"s"}));
  EXPECT_NE(item, hash_item(item_key(base_partition("p"), StringKey{"t"})));
  EXPECT_NE(item, hash_item(item_key(base_partition("q"), StringKey{"s"})));
  EXPECT_NE(item, hash_item(item_key(base_partition("p"), std::nullopt)));
}

TEST(IndexEntryKey, IsParsedIntoTheSameParts) {
  const Partition partition = index_partition("p");
  const std::vector<KeyValue> sort = {Number(7), StringKey{"s"}};
  const KeyHash item = hash_item(item_key(base_partition("q"), StringKey{"t"}));
  const Bytes key = index_entry_key(partition, sort, item);
  const auto parts = parse_index_entry_key(key);
  ASSERT_TRUE(parts.ok());
  EXPECT_EQ(parts->partition, partition);
  EXPECT_EQ(parts->item, item);
  const std::array types = {KeyValueType::Number, KeyValueType::String};
  EXPECT_EQ(test::views_of(decode_tuple(parts->sort, types).value()), sort);
}

TEST(ItemKey, IsParsedIntoTheSameParts) {
  const Bytes key = item_key(base_partition("p"), StringKey{"sort"});
  const auto parts = parse_item_key(key);
  ASSERT_TRUE(parts.ok());
  EXPECT_EQ(parts->partition, base_partition("p"));
  EXPECT_EQ(parts->sort, "sort");
}

TEST(ItemKey, OfAnotherKindIsRefused) {
  const Bytes item = item_key(base_partition("p"), StringKey{"sort"});
  const Bytes entry = index_entry_key(index_partition("p"), {}, KeyHash{});
  for (const Bytes& key : {""s, item.substr(0, 26), entry, "\x03" + item.substr(1)}) {
    const auto parts = parse_item_key(key);
    ASSERT_FALSE(parts.ok());
    EXPECT_EQ(parts.error().kind(), ErrorKind::Corrupt);
  }
  const Bytes long_item = item_key(base_partition("p"), StringKey{Bytes(20, 'x')});
  for (const Bytes& key : {""s, entry.substr(0, 46), long_item, "\x03" + entry.substr(1)}) {
    const auto parts = parse_index_entry_key(key);
    ASSERT_FALSE(parts.ok());
    EXPECT_EQ(parts.error().kind(), ErrorKind::Corrupt);
  }
}

TEST(KeyLength, StaysWithinItsLimit) {
  const Bytes longest(1024, 'x');
  EXPECT_EQ(item_key(base_partition("p"), StringKey{longest}).size(), 1051U);

  const std::vector<KeyValue> one = {StringKey{longest}};
  EXPECT_EQ(index_entry_key(index_partition("p"), one, KeyHash{}).size(), 1199U);

  // The worst split of 1024 bytes over four attributes: three of them just begin a group.
  const std::vector<KeyValue> four = {StringKey{"x"}, BinaryKey{"x"}, StringKey{"x"},
                                      BinaryKey{ByteView(longest).substr(3)}};
  EXPECT_EQ(index_entry_key(index_partition("p"), four, KeyHash{}).size(), 1226U);
  EXPECT_LE(index_entry_key(index_partition("p"), four, KeyHash{}).size(), kKeyBytesMax);
}

TEST(IndexRange, HoldsItsOwnEntriesOnly) {
  const Bytes item = item_key(base_partition("p"), StringKey{Bytes(1024, '\xFF')});
  const Bytes entry = index_entry_key(index_partition("p"), {}, KeyHash{});
  EXPECT_TRUE(index_range(kTable, IndexId::Base).contains(item));
  EXPECT_FALSE(index_range(kTable, IndexId::Base).contains(entry));
  EXPECT_TRUE(index_range(kTable, kIndex).contains(entry));
  EXPECT_FALSE(index_range(kTable, kIndex).contains(item));
  EXPECT_FALSE(index_range(TableId{0x01020305}, IndexId::Base).contains(item));
}

TEST(TableRange, HoldsItsItemsAndAllItsIndexes) {
  const KeyRange range = table_range(kTable);
  EXPECT_TRUE(range.contains(item_key(base_partition("p"), std::nullopt)));
  EXPECT_TRUE(range.contains(index_entry_key(index_partition("p"), {}, KeyHash{})));
  EXPECT_EQ(range.end, index_range(kTable, IndexId{0xFFFF}).end);
  EXPECT_EQ(range.end, table_range(TableId{0x01020305}).begin);
}

TEST(TableRange, OfTheLastTableEndsWithTheSpaceOfItems) {
  EXPECT_EQ(table_range(TableId{0xFFFFFFFF}).end, space_range(Space::Items).end);
}

TEST(SegmentRange, PartitionsTheIndexExactly) {
  const KeyRange whole = index_range(kTable, kIndex);
  for (const std::uint32_t total : {1U, 2U, 3U, 7U, 64U, 999U, 65'536U, 1'000'000U}) {
    Bytes end = whole.begin;
    for (std::uint32_t i = 0; i < total; ++i) {
      KeyRange range = segment(i, total);
      ASSERT_EQ(range.begin, end) << i << " of " << total;
      ASSERT_FALSE(range.is_empty()) << i << " of " << total;
      end = std::move(range.end);
    }
    ASSERT_EQ(end, whole.end) << total;
  }
}

TEST(SegmentRange, IsAboutEquallyLarge) {
  std::array<int, 7> counts{};
  for (int i = 0; i < 7000; ++i) {
    const Bytes key = index_entry_key(index_partition(std::to_string(i)), {}, KeyHash{});
    for (std::uint32_t number = 0; number < counts.size(); ++number) {
      counts[number] += segment(number, 7).contains(key) ? 1 : 0;
    }
  }
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
}

TEST(SegmentRange, RefusesWhatIsNoSegment) {
  for (const Segment wrong : {Segment{0, 0}, Segment{1, 1}, Segment{9, 3}, Segment{0, 1'000'001}}) {
    const auto range = segment_range(kTable, kIndex, wrong);
    ASSERT_FALSE(range.ok());
    EXPECT_EQ(range.error().kind(), ErrorKind::InvalidArgument);
  }
  EXPECT_EQ(segment_range(kTable, kIndex, {3, 3}).error().message(),
            "segment 3 of 3: a scan has 1 to 1000000 segments, counted from 0");
}

TEST(Pagination, GoesOnAfterAnItemInBothDirections) {
  const Partition partition = base_partition("p");
  const KeyRange whole = partition_range(partition);
  const auto key = [&](std::string_view sort) { return item_key(partition, StringKey{sort}); };
  const KeyRange forward = rest_after(whole, key("m"));
  EXPECT_FALSE(forward.contains(key("m")));
  EXPECT_TRUE(forward.contains(key("m\0"s)));
  EXPECT_EQ(forward.end, whole.end);
  const KeyRange backward = rest_before(whole, key("m"));
  EXPECT_FALSE(backward.contains(key("m")));
  EXPECT_TRUE(backward.contains(key("l\xFF")));
  EXPECT_EQ(backward.begin, whole.begin);
}

}  // namespace
}  // namespace partita::keys
