#include "keys/key_space.h"

#include <gtest/gtest.h>

#include "keys/item_keys.h"
#include "keys/stream_keys.h"
#include "keys/ttl_keys.h"

namespace partita::keys {
namespace {

using namespace std::string_literals;

KeyHash hash_starting_with(char byte) {
  KeyHash hash;
  hash.bytes[0] = byte;
  return hash;
}

const OutboxKey kOutbox{.stream = StreamId{0x01020304},
                        .shard = 0x0506,
                        .second = 0x0708090A,
                        .item = hash_starting_with('h'),
                        .version = 0x1112131415161718};
const LogKey kLog{.stream = StreamId{0x01020304}, .shard = 0x0506, .sequence = 0x1112131415161718};
const TtlKey kTtl{
    .second = 0x1112131415161718, .table = TableId{0x01020304}, .item = hash_starting_with('\x45')};

// These bytes are on disk. If this test fails, the format has changed.
TEST(KeySpace, IsLaidOutAsItsMapSays) {
  EXPECT_EQ(metadata_key("format"), "\0format"s);
  EXPECT_EQ(table_descriptor_key("Orders"), "\x01Orders");
  EXPECT_EQ(outbox_key(kOutbox), "\x03\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0Ah"s +
                                     Bytes(19, '\0') + "\x11\x12\x13\x14\x15\x16\x17\x18");
  EXPECT_EQ(log_key(kLog), "\x04\x01\x02\x03\x04\x05\x06\x11\x12\x13\x14\x15\x16\x17\x18");
  EXPECT_EQ(request_token_key("token"), "\x05" + Bytes(hash_bytes("token").view()));
  EXPECT_EQ(ttl_key(kTtl),
            "\x06\x05\x11\x12\x13\x14\x15\x16\x17\x18\x01\x02\x03\x04\x45"s + Bytes(19, '\0'));
}

TEST(KeySpace, HasSpacesThatTouchAndDoNotOverlap) {
  for (std::uint8_t space = 0; space < static_cast<std::uint8_t>(Space::TtlQueue); ++space) {
    EXPECT_EQ(space_range(Space{space}).end,
              space_range(Space{static_cast<std::uint8_t>(space + 1)}).begin);
  }
}

TEST(StreamKeys, AreParsedIntoTheSameParts) {
  EXPECT_EQ(parse_outbox_key(outbox_key(kOutbox)).value(), kOutbox);
  EXPECT_EQ(parse_log_key(log_key(kLog)).value(), kLog);
}

TEST(StreamKeys, OfAnotherKindAreRefused) {
  for (const Bytes& key : {""s, log_key(kLog), outbox_key(kOutbox) + "x"}) {
    EXPECT_EQ(parse_outbox_key(key).error().kind(), ErrorKind::Corrupt);
  }
  for (const Bytes& key : {""s, outbox_key(kOutbox), log_key(kLog) + "x"}) {
    EXPECT_EQ(parse_log_key(key).error().kind(), ErrorKind::Corrupt);
  }
}

TEST(OutboxRange, StartsAtItsSecondAndStaysInItsShard) {
  const KeyRange range = outbox_range(kOutbox.stream, kOutbox.shard, kOutbox.second);
  OutboxKey other = kOutbox;
  EXPECT_TRUE(range.contains(outbox_key(other)));
  other.second = kOutbox.second - 1;
  EXPECT_FALSE(range.contains(outbox_key(other)));
  EXPECT_TRUE(outbox_range(kOutbox.stream, kOutbox.shard).contains(outbox_key(other)));
  other = kOutbox;
  ++other.shard;
  EXPECT_FALSE(range.contains(outbox_key(other)));
  EXPECT_TRUE(outbox_range(kOutbox.stream).contains(outbox_key(other)));
}

TEST(LogRange, StartsAtItsSequenceNumberAndStaysInItsShard) {
  const KeyRange range = log_range(kLog.stream, kLog.shard, kLog.sequence);
  LogKey other = kLog;
  EXPECT_TRUE(range.contains(log_key(other)));
  --other.sequence;
  EXPECT_FALSE(range.contains(log_key(other)));
  EXPECT_TRUE(log_range(kLog.stream, kLog.shard).contains(log_key(other)));
  other = kLog;
  ++other.shard;
  EXPECT_FALSE(range.contains(log_key(other)));
  EXPECT_TRUE(log_range(kLog.stream).contains(log_key(other)));
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
