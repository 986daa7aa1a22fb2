#include "model/rules/unmatchable_key.h"

#include <gtest/gtest.h>

#include "model/rules/key_hint.h"
#include "partita/value/encoded_item.h"
#include "unit/model/rules/test_table.h"

namespace partita::rules {
namespace {

// Why a query for these values of an index never finds anything.
std::string why(const TestTable& table, std::string_view index, const Item& wanted) {
  const EncodedItem encoded(wanted);
  std::vector<WantedKey> keys;
  for (const MemberView& member : encoded.view().attributes()) {
    keys.push_back({member.name, member.value});
  }
  const model::Table& described = table.rules().table();
  const auto* found = index.empty() ? nullptr : described.find_index(index);
  return why_never_found(table.rules().model(), described, found, keys);
}

TEST(UnmatchableKey, IsAValueThatNoEntityHas) {
  const auto albums = TestTable::of_file("album_workflow");
  const auto told = why(albums, "GSI1", {{"workflowType", "any"}, {"entityType", "task"}});
  EXPECT_NE(told.find("workflowType is never \"any\": it is one of "), std::string::npos) << told;
  EXPECT_EQ(why(albums, "GSI1", {{"workflowType", "step-functions"}, {"entityType", "task"}}), "");
}

TEST(UnmatchableKey, IsAnEntityThatIsNeverInTheIndex) {
  const auto albums = TestTable::of_file("album_workflow");
  const auto told =
      why(albums, "GSI1", {{"workflowType", "step-functions"}, {"entityType", "metrics"}});
  EXPECT_NE(told.find("Metrics is never in index GSI1"), std::string::npos) << told;
}

TEST(UnmatchableKey, IsAKeyWithAPrefixThatNoEntityHas) {
  const auto music = TestTable::of_file("music");
  EXPECT_NE(why(music, "GSI1", {{"GSI1PK", "RAGE#yaman"}}), "");
  EXPECT_NE(why(music, "", {{"PK", "nothing"}}), "");
  EXPECT_EQ(why(music, "GSI1", {{"GSI1PK", "RAGA#yaman"}}), "");
  EXPECT_EQ(why(music, "", {{"PK", "COMPOSITION#7"}}), "");
}

TEST(UnmatchableKey, IsNoneWhereRulesAreOnlyObserved) {
  const auto albums = TestTable::observing_file("album_workflow");
  EXPECT_EQ(why(albums, "GSI1", {{"workflowType", "any"}, {"entityType", "task"}}), "");
}

TEST(KeyHint, TellsOfAnEntityOfALaterPhaseAndOfKeysThatAreNear) {
  const auto music = TestTable::of_file("music");
  const auto hint = [&](const Item& item) {
    return key_hint(music.rules().model(), music.rules().table(), EncodedItem(item).view());
  };
  EXPECT_EQ(hint({{"PK", "THREAD#7"}, {"SK", "#METADATA"}}),
            "; Thread has such keys, but comes in phase 3");
  EXPECT_NE(
      hint({{"PK", "COMPOSITION#7"}, {"SK", "VERSION#v1#2025"}}).find("Composition's versions"),
      std::string::npos);
  EXPECT_EQ(hint({{"PK", "x"}, {"SK", "y"}}), "");
}

TEST(TheServersOwnRows, AreNotJudgedWhenTheServerWritesThem) {
  auto music = TestTable::of_file("music");
  const Item version{{"PK", "COMPOSITION#7"},
                     {"SK", "VERSION#v0001#2025-10-01T00:00:00.000Z"},
                     {"title", "First"}};
  music.is_server = true;
  EXPECT_TRUE(music.put(version, version).is_allowed);
  music.is_server = false;
  EXPECT_FALSE(music.put(version, version).is_allowed);
}

}  // namespace
}  // namespace partita::rules
