#include <gtest/gtest.h>

#include "unit/model/rules/test_table.h"

namespace partita::rules {
namespace {

constexpr const char* kAttributes =
    "a: {type: int, min: 1, required: true}\nb: {type: int, default: 7}\n"
    "at: {type: timestamp, encode: epoch_s, auto: update}";

TEST(Levels, ObserveChangesNothingAndRefusesNothing) {
  const auto table = TestTable::of_things(kAttributes, "", "enforcement: observe");
  const Item item{{"id", "1"}, {"a", 0}};
  const Answer answer = table.put(item);
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(answer.item, item);
  ASSERT_EQ(answer.outcome.violations.size(), 1U);
  EXPECT_EQ(answer.outcome.violations[0].text, "model shop, Thing.a: 0 is below min 1 [M101]");
}

TEST(Levels, ObserveDoesNotMissWhatTheServerWouldFill) {
  const auto table = TestTable::of_things(kAttributes, "", "enforcement: observe");
  EXPECT_TRUE(table.put({{"id", "1"}, {"a", 1}}).outcome.violations.empty());
}

TEST(Levels, ObserveFindsAllViolations) {
  const auto table = TestTable::of_things("a: {type: int, required: true}\nb: {type: int}", "",
                                          "enforcement: observe\nunknown_attributes: reject");
  EXPECT_EQ(table.put({{"id", "1"}, {"b", "x"}, {"c", 1}}).outcome.violations.size(), 3U);
}

TEST(Levels, OffDoesNothing) {
  const auto table = TestTable::of_things(kAttributes, "", "enforcement: \"off\"");
  const Answer answer = table.put({{"id", "1"}, {"a", 0}});
  EXPECT_TRUE(answer.is_allowed);
  EXPECT_TRUE(answer.outcome.violations.empty());
  EXPECT_FALSE(answer.outcome.filled.has_value());
}

TEST(Levels, OneRuleMayBeWeakerThanItsTable) {
  const auto table = TestTable::of_things(
      "a: {type: int, min: 1, level: observe}\nb: {type: int, default: 7}\n"
      "c: {type: int, default: 8, level: observe}");
  const Answer answer = table.put({{"id", "1"}, {"a", 0}});
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(answer.item, (Item{{"id", "1"}, {"a", 0}, {"b", 7}}));
  EXPECT_EQ(answer.outcome.violations.size(), 1U);
}

TEST(Levels, AnObservedLifecycleCountsAndStampsNothing) {
  const auto table = TestTable::of_things(
      "s: {type: enum, values: [a, b, c]}\nat: {type: timestamp, encode: epoch_s}",
      "lifecycle: {attribute: s, level: observe, initial: [a], final: [b], "
      "transitions: [{from: a, to: b, stamp: {at: now}}]}");
  const Item before{{"id", "1"}, {"s", "a"}};
  const Item after = with(before, "s", "b");
  EXPECT_EQ(table.update(before, after, {"s"}).item, after);
  const Answer illegal = table.update(after, before, {"s"});
  EXPECT_TRUE(illegal.is_allowed);
  ASSERT_EQ(illegal.outcome.violations.size(), 1U);
  EXPECT_EQ(illegal.outcome.violations[0].code, "M201");
}

TEST(Levels, ObservedDeletionsAreCounted) {
  const auto table =
      TestTable::of_things("s: {type: enum, values: [a, b]}",
                           "lifecycle: {attribute: s, level: observe, initial: [a], final: [b], "
                           "transitions: [{from: a, to: b}], delete: final_only}");
  const Answer answer = table.remove({{"id", "1"}, {"s", "a"}});
  EXPECT_TRUE(answer.is_allowed);
  EXPECT_EQ(answer.outcome.violations.size(), 1U);
}

TEST(Levels, AnObservedExpiryIsNeverSet) {
  const auto table = TestTable::of_things(
      "at: {type: timestamp, encode: epoch_s, auto: create}\n"
      "ttl: {type: timestamp, encode: epoch_s}",
      "expire: {attribute: ttl, after: 1d, from: at, level: observe}");
  EXPECT_EQ(table.put({{"id", "1"}}).item.find("ttl"), nullptr);
  EXPECT_EQ(table.put({{"id", "1"}, {"ttl", 1}}).outcome.violations.size(), 1U);
}

TEST(Levels, ObservedTablesWriteNoCompanions) {
  const auto table = TestTable::of_text(
      "format: 1\nmodel: m\nversion: 1\n"
      "tables: {t: {name: t, key: {partition: pk}, enforcement: observe}}\n"
      "entities:\n"
      "  A: {key: {pk: \"A#{a}\"}, attributes: {a: {type: string}}}\n"
      "edges:\n"
      "  E: {from: {A: x}, to: {A: y}, rows: [{pk: \"E#{x}#{y}\"}, {pk: \"F#{y}#{x}\"}]}\n");
  const Answer answer = table.put({{"pk", "E#1#2"}});
  EXPECT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_TRUE(answer.outcome.companions.empty());
}

}  // namespace
}  // namespace partita::rules
