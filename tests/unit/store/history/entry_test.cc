#include "store/history/entry.h"

#include <gtest/gtest.h>

#include "partita/base/random.h"
#include "partita/value/encoded_item.h"

namespace partita::history {
namespace {

std::optional<Bytes> bytes_of(const std::optional<Item>& item) {
  return item ? std::optional(EncodedItem(*item).bytes()) : std::nullopt;
}

Bytes entry_of(const std::optional<Item>& before, const std::optional<Item>& after,
               std::int64_t time = 7) {
  const auto old = bytes_of(before);
  const auto now = bytes_of(after);
  Change change;
  if (old) change.before = ItemView::parse(*old).value();
  if (now) change.after = ItemView::parse(*now).value();
  Bytes entry = encode_change(change);
  append_time(entry, time);
  return entry;
}

Item large(int number) {
  return {{"pk", "key"}, {"text", std::string(2000, 'x')}, {"n", number}, {"sub", Map{{"a", 1}}}};
}

TEST(HistoryEntry, TakesInsertsChangesAndDeletionsBack) {
  const std::optional<Item> none;
  const std::optional<Item> one = large(1);
  const std::optional<Item> two = Item{{"pk", "key"}, {"text", "short"}, {"other", true}};
  for (const auto& before : {none, one, two}) {
    for (const auto& after : {none, one, two}) {
      if (bytes_of(before) == bytes_of(after)) continue;
      const Bytes bytes = entry_of(before, after, 1'790'000'000'123);
      const auto entry = decode_entry(bytes).value();
      EXPECT_EQ(entry.time, 1'790'000'000'123);
      EXPECT_EQ(entry.is_deletion, !after);
      EXPECT_TRUE(is_result_of(entry, bytes_of(after)));
      EXPECT_FALSE(is_result_of(entry, bytes_of(before)));
      EXPECT_EQ(take_back(entry, bytes_of(after)).value(), bytes_of(before));
    }
  }
}

TEST(HistoryEntry, SaysWhoHasMadeTheChange) {
  const Bytes item = EncodedItem(large(1)).bytes();
  const std::string long_key(200, 'k');
  for (const Author& author :
       {Author{.kind = Author::Kind::Unknown}, Author{.kind = Author::Kind::Expiry},
        Author{.request = 7, .access_key = "AKIAEXAMPLE"},
        Author{.kind = Author::Kind::Undo, .request = ~0ULL},
        Author{.access_key = std::string_view(long_key).substr(0, 128)}}) {
    Bytes bytes =
        encode_change({.before = {}, .after = ItemView::parse(item).value(), .author = author});
    append_time(bytes, 7);
    EXPECT_EQ(decode_entry(bytes).value().author, author);
  }
}

TEST(HistoryEntry, KeepsNoMoreOfAnAccessKeyThanItsLimit) {
  const Bytes item = EncodedItem(large(1)).bytes();
  const std::string key(300, 'k');
  Bytes bytes = encode_change(
      {.before = {}, .after = ItemView::parse(item).value(), .author = {.access_key = key}});
  append_time(bytes, 7);
  EXPECT_EQ(decode_entry(bytes).value().author.access_key, key.substr(0, 128));
}

// Written before it was kept who has made a change.
TEST(HistoryEntry, MayNotKnowWhoHasMadeTheChange) {
  Bytes bytes("\x09\0\0\0\0", 5);  // Absent, and a deletion: no item on either side.
  append_time(bytes, 12);
  const auto entry = decode_entry(bytes).value();
  EXPECT_EQ(entry.author.kind, Author::Kind::Unknown);
  EXPECT_EQ(entry.time, 12);
}

TEST(HistoryEntry, IsRefusedIfItsAuthorIsCutOff) {
  const Bytes item = EncodedItem(large(1)).bytes();
  Bytes bytes = encode_change({.before = {},
                               .after = ItemView::parse(item).value(),
                               .author = {.request = 7, .access_key = "AKIAEXAMPLE"}});
  append_time(bytes, 7);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_entry(ByteView(bytes).substr(0, size)).ok()) << size;
  }
}

TEST(HistoryEntry, IsSmallIfLittleHasChanged) {
  std::size_t deltas = 0;
  for (int i = 0; i < 200; ++i) {
    const Bytes bytes = entry_of(large(i), large(i + 1));
    const bool is_delta = decode_entry(bytes).value().kind == Entry::Kind::Delta;
    deltas += is_delta ? 1 : 0;
    EXPECT_EQ(bytes.size() < 60, is_delta);
  }
  EXPECT_GT(deltas, 150U);
}

// So that the past of an item that changes often is not read to its end.
TEST(HistoryEntry, IsWholeNowAndThen) {
  std::size_t whole = 0;
  for (int i = 0; i < 2000; ++i) {
    whole += decode_entry(entry_of(large(i), large(i + 1))).value().is_whole() ? 1 : 0;
  }
  EXPECT_GT(whole, 0U);
  EXPECT_LT(whole, 100U);
}

TEST(HistoryEntry, KnowsWhatNamesWereNew) {
  Item after = large(1);
  after.set("added", std::string("x"));
  after.set("zuletzt", 3);
  const Bytes bytes = entry_of(large(1), after);
  const auto entry = decode_entry(bytes).value();
  ASSERT_EQ(entry.kind, Entry::Kind::Delta);
  EXPECT_EQ(take_back(entry, bytes_of(after)).value(), bytes_of(large(1)));
}

TEST(HistoryEntry, RefusesAnItemThatIsNotItsResult) {
  const Bytes bytes = entry_of(large(1), large(2));
  const auto entry = decode_entry(bytes).value();
  ASSERT_EQ(entry.kind, Entry::Kind::Delta);
  EXPECT_EQ(take_back(entry, bytes_of(large(3))).error().kind(), ErrorKind::Corrupt);
  EXPECT_EQ(take_back(entry, std::nullopt).error().kind(), ErrorKind::Corrupt);
}

// Whatever the bytes are: an error, or an image that can be read.
TEST(HistoryEntry, ReadsDamagedBytesWithoutHarm) {
  SeededRandom random(20261118);
  const Bytes whole = entry_of(large(1), large(2));
  const Bytes after = *bytes_of(large(2));
  for (int i = 0; i < 2000; ++i) {
    Bytes damaged = whole.substr(0, random.below(whole.size() + 1));
    if (!damaged.empty()) {
      damaged[random.below(damaged.size())] = static_cast<char>(random.below(256));
    }
    const auto entry = decode_entry(damaged);
    if (!entry.ok()) continue;
    const auto before = take_back(*entry, after);
    if (before.ok() && *before) {
      EXPECT_TRUE(ItemView::parse(**before).ok());
    }
  }
}

}  // namespace
}  // namespace partita::history
