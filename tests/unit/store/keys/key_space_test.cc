#include "store/keys/key_space.h"

#include <gtest/gtest.h>

#include "store/keys/collection_keys.h"
#include "store/keys/item_keys.h"
#include "store/keys/stream_keys.h"
#include "store/keys/ttl_keys.h"

namespace partita::keys {
namespace {

using namespace std::string_literals;

KeyHash hash_starting_with(char byte) {
  KeyHash hash;
  hash.bytes[0] = byte;
  return hash;
}

const LogKey kLog{.stream = StreamId{0x01020304}, .shard = 0x0506, .stamp = 0x1112131415161718};
const TtlKey kTtl{
    .second = 0x1112131415161718, .table = TableId{0x01020304}, .item = hash_starting_with('\x45')};

// These bytes are on disk. If this test fails, the format has changed.
TEST(KeySpace, IsLaidOutAsItsMapSays) {
  EXPECT_EQ(metadata_key("format"), "\0format"s);
  EXPECT_EQ(table_descriptor_key("Orders"), "\x01Orders");
  EXPECT_EQ(log_key(kLog), "\x04\x01\x02\x03\x04\x05\x06\x11\x12\x13\x14\x15\x16\x17\x18");
  EXPECT_EQ(request_token_key("token"), "\x05" + Bytes(hash_bytes("token").view()));
  EXPECT_EQ(ttl_key(kTtl),
            "\x06\x05\x11\x12\x13\x14\x15\x16\x17\x18\x01\x02\x03\x04\x45"s + Bytes(19, '\0'));
  const Partition partition{.table = TableId{0x01020304}, .hash = hash_starting_with('h')};
  EXPECT_EQ(collection_key(item_key(partition, StringKey{"sort"})),
            "\x09\x01\x02\x03\x04h"s + Bytes(19, '\0'));
}

TEST(KeySpace, HasSpacesThatTouchAndDoNotOverlap) {
  for (std::uint8_t space = 0; space < static_cast<std::uint8_t>(Space::ItemCollections); ++space) {
    EXPECT_EQ(space_range(Space{space}).end,
              space_range(Space{static_cast<std::uint8_t>(space + 1)}).begin);
  }
}

TEST(LogKey, IsAStampBehindThePrefixOfItsShard) {
  EXPECT_EQ(log_key(kLog),
            log_prefix(kLog.stream, kLog.shard) + "\x11\x12\x13\x14\x15\x16\x17\x18");
}

TEST(TtlKey, IsParsedIntoTheSameParts) { EXPECT_EQ(parse_ttl_key(ttl_key(kTtl)).value(), kTtl); }

TEST(TtlKey, InTheWrongShardOrOfAnotherKindIsRefused) {
  Bytes wrong_shard = ttl_key(kTtl);
  wrong_shard[1] = '\x06';
  for (const Bytes& key : {""s, log_key(kLog), ttl_key(kTtl) + "x", wrong_shard}) {
    EXPECT_EQ(parse_ttl_key(key).error().kind(), ErrorKind::Corrupt);
  }
}

TEST(TtlDueRange, HoldsWhatExpiresUpToItsSecond) {
  const auto holds = [](std::uint64_t due, std::uint64_t second) {
    return ttl_due_range(5, due).contains(ttl_key({second, kTtl.table, kTtl.item}));
  };
  EXPECT_TRUE(holds(100, 0));
  EXPECT_TRUE(holds(100, 100));
  EXPECT_FALSE(holds(100, 101));
  EXPECT_TRUE(holds(UINT64_MAX, UINT64_MAX));
  EXPECT_FALSE(ttl_due_range(6, UINT64_MAX).contains(ttl_key(kTtl)));
  EXPECT_FALSE(ttl_due_range(4, UINT64_MAX).contains(ttl_key(kTtl)));
}

}  // namespace
}  // namespace partita::keys
