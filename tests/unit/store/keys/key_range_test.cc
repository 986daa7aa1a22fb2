#include "store/keys/key_range.h"

#include <gtest/gtest.h>

#include "unit/store/keys/key_generator.h"

namespace partita::keys {
namespace {

using namespace std::string_literals;

TEST(PrefixEnd, CountsTheLastByteUp) {
  EXPECT_EQ(prefix_end("a"), "b");
  EXPECT_EQ(prefix_end("a\0"s), "a\x01");
  EXPECT_EQ(prefix_end("a\x7F"), "a\x80");
}

TEST(PrefixEnd, DropsTrailingBytesThatCannotGrow) {
  EXPECT_EQ(prefix_end("a\xFF"), "b");
  EXPECT_EQ(prefix_end("a\xFF\xFF"), "b");
  EXPECT_EQ(prefix_end("\xFE\xFF"), "\xFF");
}

TEST(PrefixEnd, IsUnboundedWhereNothingIsGreater) {
  EXPECT_EQ(prefix_end(""), "");
  EXPECT_EQ(prefix_end("\xFF"), "");
  EXPECT_EQ(prefix_end("\xFF\xFF\xFF"), "");
}

TEST(PrefixRange, HoldsExactlyTheKeysWithThePrefix) {
  test::KeyGenerator generator(test::seed());
  for (int i = 0; i < 20'000; ++i) {
    const Bytes key = generator.bytes();
    const Bytes prefix = generator.neighbour(key);
    ASSERT_EQ(prefix_range(prefix).contains(key), key.starts_with(prefix))
        << "PARTITA_TEST_SEED=" << test::seed() << " pair " << i;
  }
}

TEST(KeyRange, HoldsItsBeginAndNotItsEnd) {
  const KeyRange range{.begin = "b", .end = "d"};
  EXPECT_FALSE(range.contains("a\xFF"));
  EXPECT_TRUE(range.contains("b"));
  EXPECT_TRUE(range.contains("c\xFF"));
  EXPECT_FALSE(range.contains("d"));
  EXPECT_TRUE((KeyRange{.begin = "b", .end = ""}).contains("\xFF\xFF"));
}

TEST(KeyRange, IsEmptyWhenItsEndIsNotBehindItsBegin) {
  EXPECT_TRUE((KeyRange{.begin = "b", .end = "b"}).is_empty());
  EXPECT_TRUE((KeyRange{.begin = "c", .end = "b"}).is_empty());
  EXPECT_FALSE((KeyRange{.begin = "b", .end = "c"}).is_empty());
  EXPECT_FALSE((KeyRange{.begin = "b", .end = ""}).is_empty());
}

TEST(RestAfter, LeavesOutTheKeyAndAllBeforeIt) {
  const KeyRange range{.begin = "b", .end = "f"};
  const KeyRange rest = rest_after(range, "d");
  EXPECT_FALSE(rest.contains("d"));
  EXPECT_TRUE(rest.contains("d\0"s));
  EXPECT_EQ(rest.end, "f");
}

TEST(RestAfter, IsTheWholeRangeForAKeyBeforeItAndNothingForOneBehindIt) {
  const KeyRange range{.begin = "b", .end = "f"};
  EXPECT_EQ(rest_after(range, "a"), range);
  EXPECT_EQ(rest_after(range, "z"), (KeyRange{.begin = "f", .end = "f"}));
  EXPECT_FALSE(rest_after({.begin = "b", .end = ""}, "z").is_empty());
}

TEST(RestBefore, LeavesOutTheKeyAndAllBehindIt) {
  const KeyRange rest = rest_before({.begin = "b", .end = "f"}, "d");
  EXPECT_EQ(rest, (KeyRange{.begin = "b", .end = "d"}));
  EXPECT_EQ(rest_before({.begin = "b", .end = ""}, "d"), rest);
}

TEST(RestBefore, IsTheWholeRangeForAKeyBehindItAndNothingForOneBeforeIt) {
  const KeyRange range{.begin = "b", .end = "f"};
  EXPECT_EQ(rest_before(range, "f"), range);
  EXPECT_EQ(rest_before(range, "z"), range);
  EXPECT_TRUE(rest_before(range, "b").is_empty());
  EXPECT_TRUE(rest_before(range, "a").is_empty());
}

}  // namespace
}  // namespace partita::keys
