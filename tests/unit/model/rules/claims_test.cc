#include <gtest/gtest.h>

#include "unit/model/rules/test_table.h"

namespace partita::rules {
namespace {

constexpr const char* kId = "550e8400-e29b-41d4-a716-446655440000";

Item user(const char* email) {
  return Item{{"PK", "USER#123"}, {"SK", "#METADATA"}, {"email", email}, {"username", "john"}};
}

TEST(UniqueClaims, FoldTheCase) {
  const auto table = TestTable::of_file("music");
  const Answer lower = table.put(user("a@example.com"));
  const Answer upper = table.put(user("A@Example.com"));
  ASSERT_EQ(lower.outcome.claims.size(), 2U) << lower.text;
  EXPECT_EQ(lower.outcome.claims[0].value, upper.outcome.claims[0].value);
  EXPECT_EQ(lower.outcome.claims[0].constraint_id(), "User.email/folded");
  EXPECT_EQ(lower.outcome.claims[1].constraint_id(), "User.username/folded");
  EXPECT_TRUE(lower.outcome.claims[0].is_enforced);
}

TEST(UniqueClaims, AreMadeAndReleasedOnlyWhereTheValueChanges) {
  const auto table = TestTable::of_file("music");
  const Item before = table.put(user("a@example.com")).item;
  const Answer same = table.update(before, with(before, "email", "A@example.com"), {"email"});
  EXPECT_TRUE(same.outcome.claims.empty());
  const Answer other = table.update(before, with(before, "email", "b@example.com"), {"email"});
  EXPECT_EQ(other.outcome.claims.size(), 1U);
  EXPECT_EQ(other.outcome.releases.size(), 1U);
  EXPECT_NE(other.outcome.claims[0].value, other.outcome.releases[0].value);
}

TEST(UniqueClaims, GoWithTheItem) {
  const auto table = TestTable::of_file("music");
  const Item before = table.put(user("a@example.com")).item;
  EXPECT_EQ(table.remove(before).outcome.releases.size(), 2U);
  EXPECT_EQ(table.remove(before, WriteKind::Expire).outcome.releases.size(), 2U);
}

Item album(const char* workflow) {
  return Item{{"pk", kId},       {"sk", "album-1"},         {"entityType", "album"},
              {"albumIndex", 1}, {"albumName", "a"},        {"artist", "b"},
              {"year", 1959},    {"workflowType", workflow}};
}

TEST(References, NameTheItemThatMustExist) {
  const auto table = TestTable::of_file("album_workflow");
  const Answer answer = table.put(album("step-functions"));
  ASSERT_EQ(answer.outcome.references.size(), 1U) << answer.text;
  const ReferenceCheck& reference = answer.outcome.references[0];
  EXPECT_EQ(reference.key.view().to_item(), (Item{{"pk", kId}, {"sk", "metadata"}}));
  EXPECT_TRUE(reference.is_enforced);
  EXPECT_EQ(refute(answer.outcome, reference, std::nullopt)->text,
            std::string("model album_workflow, Album.executionId: there is no Execution \"") + kId +
                "\" [M205]");
}

TEST(References, CompareWhatMustBeEqual) {
  const auto table = TestTable::of_file("album_workflow");
  const Answer answer = table.put(album("step-functions"));
  ASSERT_EQ(answer.outcome.references.size(), 1U) << answer.text;
  const ReferenceCheck& reference = answer.outcome.references[0];
  const EncodedItem equal(Item{{"workflowType", "step-functions"}});
  EXPECT_FALSE(refute(answer.outcome, reference, equal.view()).has_value());
  const EncodedItem other(Item{{"workflowType", "durable-functions"}});
  EXPECT_EQ(refute(answer.outcome, reference, other.view())->text,
            std::string("model album_workflow, Album.workflowType: \"step-functions\" differs from "
                        "Execution.workflowType of \"") +
                kId + "\", which is \"durable-functions\" [M205]");
}

TEST(References, AreCheckedOnlyWhenTheyChange) {
  const auto table = TestTable::of_file("album_workflow");
  const Item before = table.put(album("step-functions")).item;
  EXPECT_TRUE(
      table.update(before, with(before, "year", 1960), {"year"}).outcome.references.empty());
}

TEST(Edges, AreWrittenOnBothSides) {
  const auto table = TestTable::of_file("music");
  const Answer answer = table.put(
      {{"PK", "USER#1"}, {"SK", "MANAGES#ARTIST#2"}, {"permissions", Map{{"editProfile", true}}}});
  ASSERT_EQ(answer.outcome.companions.size(), 1U) << answer.text;
  const CompanionRow& mirror = answer.outcome.companions[0];
  EXPECT_EQ(mirror.key.view().to_item(), (Item{{"PK", "ARTIST#2"}, {"SK", "MANAGER#1"}}));
  Item expected = answer.item;
  expected.set("PK", "ARTIST#2");
  expected.set("SK", "MANAGER#1");
  EXPECT_EQ(mirror.item->view().to_item(), expected);
}

TEST(Edges, AreErasedOnBothSidesFromEither) {
  const auto table = TestTable::of_file("music");
  const Item mirror = table.put({{"PK", "ARTIST#2"}, {"SK", "MANAGER#1"}}).item;
  const Answer answer = table.remove(mirror);
  ASSERT_EQ(answer.outcome.companions.size(), 1U) << answer.text;
  EXPECT_FALSE(answer.outcome.companions[0].item.has_value());
  EXPECT_EQ(answer.outcome.companions[0].key.view().to_item(),
            (Item{{"PK", "USER#1"}, {"SK", "MANAGES#ARTIST#2"}}));
}

Item composition() {
  return Item{{"PK", "COMPOSITION#789"},
              {"SK", "VERSION#LATEST"},
              {"title", "Evening"},
              {"ragaId", "yaman"}};
}

TEST(Versions, GetARowOfTheirOwn) {
  auto table = TestTable::of_file("music");
  const Answer first = table.put(composition());
  ASSERT_EQ(first.outcome.companions.size(), 1U) << first.text;
  EXPECT_EQ(*first.item.find("version"), Value(1));
  EXPECT_EQ(*first.item.find("latestVersion"), Value("VERSION#v0001#2025-10-21T14:30:00.000Z"));
  const Item row = first.outcome.companions[0].item->view().to_item();
  EXPECT_EQ(*row.find("SK"), *first.item.find("latestVersion"));
  EXPECT_EQ(*row.find("title"), Value("Evening"));
  EXPECT_EQ(row.find("GSI1PK"), nullptr);
  EXPECT_NE(first.item.find("GSI1PK"), nullptr);

  table.now += std::chrono::hours(1);
  const Answer second = table.put(with(composition(), "title", "Night"), first.item);
  EXPECT_EQ(*second.item.find("version"), Value(2));
  EXPECT_EQ(*second.item.find("latestVersion"), Value("VERSION#v0002#2025-10-21T15:30:00.000Z"));
}

TEST(Versions, AreNotMadeByAWriteThatChangesNothing) {
  const auto table = TestTable::of_file("music");
  const Item stored = table.put(composition()).item;
  const Answer again = table.put(stored, stored);
  EXPECT_TRUE(again.outcome.companions.empty());
  EXPECT_FALSE(again.outcome.filled.has_value());
}

TEST(Versions, AreWrittenByTheServerOnly) {
  auto table = TestTable::of_file("music");
  const Item row{{"PK", "COMPOSITION#789"}, {"SK", "VERSION#v0001#2023-01-01T10:00:00.000Z"}};
  EXPECT_EQ(table.put(row).refusal->code, "M110");
  EXPECT_EQ(table.remove(row).refusal->code, "M110");
  EXPECT_TRUE(table.remove(row, WriteKind::Expire).is_allowed);
}

TEST(Versions, MayHoldTheDataAlone) {
  const auto table = TestTable::of_text(
      "format: 1\nmodel: m\nversion: 1\n"
      "tables: {t: {name: t, key: {partition: pk, sort: sk}, enforcement: enforce}}\n"
      "entities:\n  Page:\n    key: {pk: \"PAGE#{page}\", sk: LATEST}\n"
      "    attributes: {page: {type: string}, text: {type: string}, n: {type: int}, "
      "at: {type: timestamp, encode: rfc3339}, newest: {type: string}}\n"
      "    versioned: {row: {pk: \"PAGE#{page}\", sk: \"V#{n:04}\"}, number: n, time: at, "
      "pointer: newest, copy: none, index: latest, keep: all}\n");
  const Answer answer = table.put({{"pk", "PAGE#1"}, {"sk", "LATEST"}, {"text", "hello"}});
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(answer.item, (Item{{"pk", "PAGE#1"},
                               {"sk", "LATEST"},
                               {"page", "1"},
                               {"n", 1},
                               {"at", "2025-10-21T14:30:00Z"},
                               {"newest", "V#0001"}}));
  const Item row = answer.outcome.companions.at(0).item->view().to_item();
  EXPECT_EQ(*row.find("text"), Value("hello"));
  EXPECT_EQ(table.update(answer.item, with(answer.item, "text", "x"), {"text"}).text,
            "model m, Page 1: its latest row is only a pointer; put the whole item [M110]");
}

TEST(SyncRows, AreWrittenByTheServerOnly) {
  const auto table = TestTable::of_file("music");
  const Answer answer = table.put({{"PK", "SYNC#artist"}, {"SK", "ID#456"}});
  EXPECT_EQ(answer.refusal->code, "M110");
  EXPECT_EQ(answer.refusal->entity, "ArtistSync");
}

TEST(ServerRows, PassForTheServer) {
  auto table = TestTable::of_file("album_workflow");
  table.is_server = true;
  const Answer answer = table.put({{"pk", "2025-01-15"},
                                   {"sk", "metrics-step-functions"},
                                   {"entityType", "metrics"},
                                   {"executionCount", 3}});
  EXPECT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(*answer.item.find("period"), Value("daily"));
}

}  // namespace
}  // namespace partita::rules
