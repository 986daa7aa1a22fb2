#include "engine/write_set.h"

#include <gtest/gtest.h>

#include "engine/engine.h"

namespace partita::engine {
namespace {

constexpr Limits kLimits{.key_bytes_max = 4, .value_bytes_max = 8, .transaction_bytes_max = 20};

std::string refusal(const WriteSet& writes) {
  const Status status = writes.check(kLimits);
  if (status.ok()) return "accepted";
  EXPECT_EQ(status.error().kind(), ErrorKind::TooLarge);
  return status.error().message();
}

// Stored: these bytes may never change.
TEST(WriteSet, AStampIsEightBytesBehindItsPrefix) {
  Bytes key = "log/";
  append_stamp(key, 0x0102030405060708);
  EXPECT_EQ(key, "log/\1\2\3\4\5\6\7\10");
}

TEST(WriteSet, IsEmptyAtFirst) {
  const WriteSet writes;
  EXPECT_TRUE(writes.is_empty());
  EXPECT_EQ(writes.size_bytes(), 0u);
  EXPECT_EQ(writes.find("key"), nullptr);
  EXPECT_EQ(refusal(writes), "accepted");
}

TEST(WriteSet, FindsTheLastWriteToAKey) {
  WriteSet writes;
  writes.put("a", "1");
  writes.put("b", "2");
  writes.put("a", "3");
  ASSERT_NE(writes.find("a"), nullptr);
  EXPECT_EQ(writes.find("a")->value, "3");
  writes.erase("a");
  EXPECT_EQ(writes.find("a")->value, std::nullopt);
  EXPECT_EQ(writes.find("b")->value, "2");
  EXPECT_EQ(writes.find("c"), nullptr);
}

TEST(WriteSet, CountsTheStampOfAnAppendAndDoesNotFindIt) {
  WriteSet writes;
  writes.append("ab", "123");
  EXPECT_EQ(writes.size_bytes(), 2u + 8 + 3);
  EXPECT_EQ(writes.find("ab"), nullptr);
  EXPECT_EQ(refusal(writes), "a key of 10 bytes is over the limit of 4 bytes");
}

TEST(WriteSet, TellsAnEmptyValueFromAnErase) {
  WriteSet writes;
  writes.put("put", "");
  writes.erase("erased");
  EXPECT_EQ(writes.find("put")->value, "");
  EXPECT_EQ(writes.find("erased")->value, std::nullopt);
}

TEST(WriteSet, KeepsTheOrderOfWrites) {
  WriteSet writes;
  writes.put("b", "1");
  writes.erase("a");
  ASSERT_EQ(writes.writes().size(), 2u);
  EXPECT_EQ(writes.writes()[0].key, "b");
  EXPECT_EQ(writes.writes()[1].key, "a");
}

TEST(WriteSet, CountsTheBytesOfKeysAndValues) {
  WriteSet writes;
  writes.put("ab", "123");
  writes.erase("c");
  EXPECT_EQ(writes.size_bytes(), 6u);
  writes.clear();
  EXPECT_EQ(writes.size_bytes(), 0u);
  EXPECT_TRUE(writes.is_empty());
}

TEST(WriteSet, IsEmptyAfterHandingOverItsWrites) {
  WriteSet writes;
  writes.put("ab", "123");
  const auto taken = writes.take();
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(taken[0].value, "123");
  EXPECT_TRUE(writes.is_empty());
  EXPECT_EQ(writes.size_bytes(), 0u);
  writes.put("c", "4");
  EXPECT_EQ(writes.size_bytes(), 2u);
}

TEST(WriteSet, AcceptsWhatIsExactlyAtItsLimits) {
  WriteSet writes;
  writes.put("1234", "12345678");
  writes.put("1234", "1234");
  EXPECT_EQ(writes.size_bytes(), 20u);
  EXPECT_EQ(refusal(writes), "accepted");
}

TEST(WriteSet, NamesTheLimitThatIsExceeded) {
  WriteSet key;
  key.erase("12345");
  EXPECT_EQ(refusal(key), "a key of 5 bytes is over the limit of 4 bytes");
  WriteSet value;
  value.put("k", "123456789");
  EXPECT_EQ(refusal(value), "a value of 9 bytes is over the limit of 8 bytes");
  WriteSet whole;
  for (int i = 0; i < 3; ++i) whole.put("k", "123456");
  EXPECT_EQ(refusal(whole), "a transaction of 21 bytes is over the limit of 20 bytes");
}

}  // namespace
}  // namespace partita::engine
