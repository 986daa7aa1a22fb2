#include "store/streams/change_record.h"

#include <gtest/gtest.h>

#include <chrono>

#include "partita/base/random.h"
#include "partita/value/encoded_item.h"

namespace partita::streams {
namespace {

using namespace std::string_literals;
using std::chrono::milliseconds;

const WallTime kTime{milliseconds(1'800'000'000'123)};
const EncodedItem kKeys(Item{{"Id", 101}});
const EncodedItem kOldImage(Item{{"Id", 101}, {"Message", "New item!"}});
const EncodedItem kNewImage(Item{{"Id", 101}, {"Message", "This item has changed"}});

ChangeRecord modification() {
  return {.kind = EntryKind::Modify,
          .time = kTime,
          .keys = kKeys.view(),
          .old_image = kOldImage.view(),
          .new_image = kNewImage.view()};
}

TEST(ChangeRecord, ComesBackWithAllItHas) {
  const Bytes bytes = encode(modification());
  const auto entry = decode_entry(bytes);
  ASSERT_TRUE(entry.ok()) << entry.error().to_string();
  EXPECT_EQ(entry->kind, EntryKind::Modify);
  EXPECT_EQ(entry->time, kTime);
  ASSERT_TRUE(entry->change);
  EXPECT_EQ(entry->change->kind, EntryKind::Modify);
  EXPECT_EQ(entry->change->time, kTime);
  EXPECT_FALSE(entry->change->is_expiry);
  EXPECT_EQ(entry->change->keys, kKeys.view());
  EXPECT_EQ(entry->change->old_image, kOldImage.view());
  EXPECT_EQ(entry->change->new_image, kNewImage.view());
}

TEST(ChangeRecord, ComesBackWithoutTheImagesThatItLacks) {
  const Bytes bytes =
      encode({.kind = EntryKind::Remove, .time = kTime, .is_expiry = true, .keys = kKeys.view()});
  const auto entry = decode_entry(bytes);
  ASSERT_TRUE(entry.ok() && entry->change);
  EXPECT_TRUE(entry->change->is_expiry);
  EXPECT_EQ(entry->change->old_image, std::nullopt);
  EXPECT_EQ(entry->change->new_image, std::nullopt);
}

// These bytes are on disk. If this test fails, the format has changed.
TEST(ChangeRecord, IsStoredAsItsGrammarSays) {
  const EncodedItem keys(Item{{"k", "v"}});
  const Bytes image = "\x06" + keys.bytes();
  const WallTime time{milliseconds(0x83)};
  EXPECT_EQ(keys.bytes().size(), 6u);
  EXPECT_EQ(encode({.kind = EntryKind::Remove,
                    .time = time,
                    .is_expiry = true,
                    .keys = keys.view(),
                    .old_image = keys.view()}),
            "\x03\x83\x01\x03" + image + image);
  EXPECT_EQ(
      encode(
          {.kind = EntryKind::Insert, .time = time, .keys = keys.view(), .new_image = keys.view()}),
      "\x01\x83\x01\x04" + image + image);
  EXPECT_EQ(encode_mark(EntryKind::Begin, time), "\x04\x83\x01");
  EXPECT_EQ(encode_mark(EntryKind::End, time), "\x05\x83\x01");
}

TEST(ChangeRecord, IsAMarkWithoutAChange) {
  const auto entry = decode_entry(encode_mark(EntryKind::End, kTime));
  ASSERT_TRUE(entry.ok());
  EXPECT_EQ(entry->kind, EntryKind::End);
  EXPECT_EQ(entry->time, kTime);
  EXPECT_FALSE(entry->change);
}

TEST(ChangeRecord, KeepsMillisecondsOfTimesFrom1970On) {
  const auto time_of = [](WallTime time) {
    return decode_entry(encode_mark(EntryKind::Begin, time))->time;
  };
  EXPECT_EQ(time_of(kTime + std::chrono::nanoseconds(999'999)), kTime);
  EXPECT_EQ(time_of(WallTime(milliseconds(-5))), WallTime());
}

// The three sizes are those of the example in AWS's guide.
TEST(ChangeRecord, HasTheSizeThatAwsTells) {
  ChangeRecord record = modification();
  EXPECT_EQ(record.size_bytes(), 59u);
  record.old_image.reset();
  record.new_image = kOldImage.view();
  EXPECT_EQ(record.size_bytes(), 26u);
  record.new_image.reset();
  record.old_image = kNewImage.view();
  EXPECT_EQ(record.size_bytes(), 38u);
}

TEST(ChangeRecord, RefusesEveryDamagedForm) {
  const Bytes sound = encode(modification());
  for (std::size_t length = 0; length < sound.size(); ++length) {
    const auto entry = decode_entry(sound.substr(0, length));
    ASSERT_FALSE(entry.ok()) << length;
    EXPECT_EQ(entry.error().kind(), ErrorKind::Corrupt);
  }
  Bytes unknown_flag = sound;
  unknown_flag[sound.find(kKeys.bytes()) - 2] = '\x08';
  for (const Bytes& bytes : {sound + "x", "\x00"s + sound.substr(1), "\x06"s + sound.substr(1),
                             "\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"s, unknown_flag,
                             encode_mark(EntryKind::End, kTime) + "x"}) {
    EXPECT_FALSE(decode_entry(bytes).ok());
  }
}

TEST(ChangeRecord, IsReadOrRefusedWhateverIsThere) {
  constexpr std::uint64_t kSeed = 7;
  SeededRandom random(kSeed);
  const Bytes sound = encode(modification());
  for (int round = 0; round < 20'000; ++round) {
    Bytes bytes = sound;
    for (std::uint64_t changes = 1 + random.below(3); changes > 0; --changes) {
      bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
    }
    const auto entry = decode_entry(bytes);
    ASSERT_TRUE(entry.ok() || entry.error().kind() == ErrorKind::Corrupt)
        << "seed " << kSeed << ", round " << round;
  }
}

}  // namespace
}  // namespace partita::streams
