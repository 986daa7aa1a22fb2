#include "engine/conflict_table.h"

#include <gtest/gtest.h>

#include <string>

namespace partita::engine {
namespace {

TEST(ConflictTable, KnowsOfNoWriteAtFirst) {
  const ConflictTable table;
  EXPECT_FALSE(table.written_after(ConflictTable::hash("key"), 0));
}

TEST(ConflictTable, TellsOnlyOfWritesAfterTheCommitAskedFor) {
  ConflictTable table;
  const auto key = ConflictTable::hash("key");
  table.wrote(key, 7);
  EXPECT_TRUE(table.written_after(key, 6));
  EXPECT_FALSE(table.written_after(key, 7));
  table.wrote(key, 9);
  EXPECT_TRUE(table.written_after(key, 8));
  EXPECT_FALSE(table.written_after(key, 9));
}

TEST(ConflictTable, TakesEveryKeyForWrittenAfterAWriteOfEverything) {
  ConflictTable table;
  table.wrote(ConflictTable::hash("key"), 3);
  table.wrote_everything(5);
  for (const auto* key : {"key", "never written"}) {
    EXPECT_TRUE(table.written_after(ConflictTable::hash(key), 4)) << key;
    EXPECT_FALSE(table.written_after(ConflictTable::hash(key), 5)) << key;
  }
}

TEST(ConflictTable, TellsKeysApart) {
  ConflictTable table;
  table.wrote(ConflictTable::hash("written"), 1);
  EXPECT_FALSE(table.written_after(ConflictTable::hash("other"), 0));
}

TEST(ConflictTable, HashesEveryByteOfAKey) {
  using namespace std::string_literals;
  EXPECT_EQ(ConflictTable::hash("key"), ConflictTable::hash("key"));
  EXPECT_NE(ConflictTable::hash("key"), ConflictTable::hash("key\0"s));
  EXPECT_NE(ConflictTable::hash(""), ConflictTable::hash("\0"s));
  EXPECT_NE(ConflictTable::hash("a\0b"s), ConflictTable::hash("a\0c"s));
}

TEST(ConflictTable, NeverMissesAWriteHoweverFullItIs) {
  ConflictTable table;
  constexpr std::uint64_t kKeys = 200'000;
  for (std::uint64_t i = 1; i <= kKeys; ++i) {
    table.wrote(ConflictTable::hash(std::to_string(i)), i);
  }
  for (std::uint64_t i = 1; i <= kKeys; ++i) {
    ASSERT_TRUE(table.written_after(ConflictTable::hash(std::to_string(i)), i - 1)) << i;
  }
}

TEST(ConflictTable, RarelyBlamesAKeyForTheWriteOfAnother) {
  ConflictTable table;
  for (int i = 0; i < 1000; ++i) table.wrote(ConflictTable::hash(std::to_string(i)), 1);
  int blamed = 0;
  for (int i = 1000; i < 101'000; ++i) {
    blamed += table.written_after(ConflictTable::hash(std::to_string(i)), 0) ? 1 : 0;
  }
  // Expected: 1,000 of a million slots are taken, so one key in a thousand meets one.
  EXPECT_LT(blamed, 300);
}

}  // namespace
}  // namespace partita::engine
