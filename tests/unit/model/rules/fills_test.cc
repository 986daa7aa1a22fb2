#include <gtest/gtest.h>

#include "unit/model/rules/test_table.h"

namespace partita::rules {
namespace {

constexpr std::string_view kNow = "2025-10-21T14:30:00.000Z";

Item message() {
  return Item{{"message_id", "550e8400-e29b-41d4-a716-446655440000"},
              {"created_by", "scheduler"},
              {"message_type", "scheduled_hello"},
              {"correlation_id", "660e9500-f39c-52e5-b827-557766551111"},
              {"payload", Map{{"text", "hello world"}}}};
}

TEST(Fill, CompletesANewMessage) {
  const auto table = TestTable::of_file("rez_agent", {{"stage", "prod"}});
  Item expected = message();
  expected.set("created_date", kNow);
  expected.set("updated_date", kNow);
  expected.set("stage", "prod");
  expected.set("status", "created");
  expected.set("retry_count", 0);
  expected.set("schema_version", "1.0");
  expected.set("ttl", 1768833000);
  expected.set("payload", Map{{"text", "hello world"}, {"priority", "default"}});
  const Answer answer = table.put(message());
  EXPECT_EQ(answer.item, expected) << answer.text;
  EXPECT_EQ(answer.outcome.entity, &table.entity("Message"));
}

TEST(Fill, LeavesACompleteItemAlone) {
  const auto table = TestTable::of_file("rez_agent");
  const Item complete = table.put(message()).item;
  EXPECT_FALSE(table.put(complete).outcome.filled.has_value());
}

TEST(Fill, SetsDefaultsOnlyWhereTheItemIsGivenWhole) {
  const auto table = TestTable::of_things("a: {type: int, default: 7}\nb: {type: int}");
  EXPECT_EQ(table.put({{"id", "1"}}).item, (Item{{"id", "1"}, {"a", 7}}));
  EXPECT_EQ(table.update(std::nullopt, {{"id", "1"}}).item, (Item{{"id", "1"}, {"a", 7}}));
  const Item before{{"id", "1"}, {"a", 1}};
  EXPECT_EQ(table.update(before, {{"id", "1"}}, {"a"}).item, (Item{{"id", "1"}}));
}

TEST(Fill, KeepsWhatIsImmutableWhenAPutLeavesItOut) {
  const auto table = TestTable::of_things(
      "a: {type: int, immutable: true, required: true}\nb: {type: int}\n"
      "c: {type: int, immutable: true, only_when: {b: [1, 2]}}");
  const Item before{{"id", "1"}, {"a", 7}, {"b", 1}, {"c", 3}};
  EXPECT_EQ(table.put({{"id", "1"}, {"b", 2}}, before).item,
            (Item{{"id", "1"}, {"a", 7}, {"b", 2}, {"c", 3}}));
  EXPECT_TRUE(table.put({{"id", "1"}, {"a", 8}}, before).text.ends_with("[M103]"));
  EXPECT_TRUE(table.update(before, {{"id", "1"}, {"b", 1}, {"c", 3}}, {"a"}).text.find("[M103]") !=
              std::string::npos);
}

TEST(Fill, ComputesADefaultFromOtherAttributes) {
  const auto table = TestTable::of_things(
      "at: {type: timestamp, encode: rfc3339, auto: create}\n"
      "until: {type: timestamp, encode: rfc3339, default_from: at + 1h}");
  const Item item = table.put({{"id", "1"}}).item;
  EXPECT_EQ(*item.find("until"), Value("2025-10-21T15:30:00Z"));
  const Item own{{"id", "1"}, {"until", "2030-01-01T00:00:00Z"}};
  EXPECT_EQ(*table.put(own).item.find("until"), Value("2030-01-01T00:00:00Z"));
}

TEST(Fill, GeneratesIdsWithTheirPrefixes) {
  const auto table = TestTable::of_things("a: {type: string, generate: \"task-{ulid}\"}");
  const Item first = table.put({{"id", "1"}}).item;
  const Item second = table.put({{"id", "1"}}).item;
  EXPECT_TRUE(first.find("a")->string().starts_with("task-"));
  EXPECT_TRUE(model::has_format(first.find("a")->string().substr(5), model::TextFormat::Ulid));
  EXPECT_NE(first, second);
}

TEST(Fill, StoresTimesInTheirCanonicalForm) {
  const auto table =
      TestTable::of_things("at: {type: timestamp, encode: rfc3339ms, accept: rfc3339}");
  const Item item = table.put({{"id", "1"}, {"at", "2025-10-21T16:30:00+02:00"}}).item;
  EXPECT_EQ(*item.find("at"), Value(kNow));
}

TEST(Fill, StoresTimesInsideListsAndMapsInTheirCanonicalForm) {
  const auto table = TestTable::of_things(
      "a: {type: list, of: {type: map, fields: {"
      "at: {type: timestamp, encode: rfc3339, accept: rfc3339}, n: {type: int, default: 0}}}}");
  const Item item = table.put({{"id", "1"}, {"a", List{Map{{"at", kNow}}}}}).item;
  EXPECT_EQ(*item.find("a"), Value(List{Map{{"at", "2025-10-21T14:30:00Z"}, {"n", 0}}}));
}

TEST(CreationStamp, OutlivesAPutThatLeavesItOut) {
  auto table = TestTable::of_file("rez_agent");
  const Item before = table.put(message()).item;
  table.now += std::chrono::hours(1);
  const Answer answer = table.put(message(), before);
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(*answer.item.find("created_date"), Value(kNow));
  EXPECT_EQ(*answer.item.find("updated_date"), Value("2025-10-21T15:30:00.000Z"));
}

TEST(CreationStamp, MayBeSentBackWithoutItsFraction) {
  auto table = TestTable::of_file("rez_agent");
  table.now += std::chrono::milliseconds(123);
  const Item before = table.put(message()).item;
  const Answer answer = table.put(with(before, "created_date", "2025-10-21T14:30:00Z"), before);
  EXPECT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(*answer.item.find("created_date"), Value("2025-10-21T14:30:00.123Z"));
}

TEST(UpdateStamp, IsSetByEveryWriteThatChangesSomething) {
  auto table =
      TestTable::of_things("at: {type: timestamp, encode: epoch_ms, auto: update}\na: {type: int}");
  const Item before = table.put({{"id", "1"}}).item;
  table.now += std::chrono::seconds(1);
  EXPECT_EQ(table.update(before, before, {"a"}).item, before);
  EXPECT_EQ(*table.update(before, with(before, "a", 1), {"a"}).item.find("at"),
            Value(1761057001000));
}

TEST(UpdateStamp, NeverGoesBackWithTheClock) {
  auto table =
      TestTable::of_things("at: {type: timestamp, encode: epoch_ms, auto: update}\na: {type: int}");
  const Item before = table.put({{"id", "1"}}).item;
  table.now -= std::chrono::seconds(59);
  EXPECT_EQ(*table.update(before, with(before, "a", 1), {"a"}).item.find("at"), *before.find("at"));
}

TEST(UpdateStamp, DoesNotKeepATimeThatWasNeverTrue) {
  auto table =
      TestTable::of_things("at: {type: timestamp, encode: epoch_ms, auto: update}\na: {type: int}");
  const Item before{{"id", "1"}, {"at", 1761057000000 + 3600 * 1000}};
  EXPECT_EQ(*table.update(before, with(before, "a", 1), {"a"}).item.find("at"),
            Value(1761057000000));
}

TEST(UpdateStamp, IsTheClientsOwnWhereThatIsPlausible) {
  const auto table = TestTable::of_file("rez_agent");
  const Item before = with(message(), "updated_date", "2025-10-21T14:00:00.500Z");
  const auto sent = [&](const char* time) {
    return table.update(before, with(before, "updated_date", time), {"updated_date"});
  };
  EXPECT_EQ(*sent("2025-10-21T14:00:01Z").item.find("updated_date"),
            Value("2025-10-21T14:00:01.000Z"));
  EXPECT_EQ(*sent("2025-10-21T14:30:00.000Z").item.find("updated_date"),
            Value("2025-10-21T14:30:00.000Z"));
  EXPECT_TRUE(sent("2025-10-21T14:00:00Z").is_allowed);
}

TEST(UpdateStamp, IsTheServersWhereTheClientsClockIsBehindOrAhead) {
  const auto table = TestTable::of_file("rez_agent");
  const Item before = with(message(), "updated_date", "2025-10-21T14:00:00.500Z");
  for (const char* time :
       {"2025-10-21T13:59:59Z", "1999-01-01T00:00:00Z", "2025-10-21T14:30:00.001Z",
        "2025-10-21T15:30:00Z", "2999-01-01T00:00:00Z"}) {
    const Item after = with(before, "updated_date", time);
    for (const Answer& answer :
         {table.update(before, after, {"updated_date"}), table.put(after, before)}) {
      ASSERT_TRUE(answer.is_allowed) << time << ": " << answer.text;
      EXPECT_EQ(*answer.item.find("updated_date"), Value("2025-10-21T14:30:00.000Z")) << time;
    }
  }
  const Answer created = table.put(with(message(), "updated_date", "2025-10-21T15:30:00Z"));
  EXPECT_EQ(*created.item.find("updated_date"), Value("2025-10-21T14:30:00.000Z"));
}

TEST(UpdateStamp, IsRefusedWhereItIsNoTime) {
  const auto table = TestTable::of_file("rez_agent");
  const Answer answer = table.put(with(message(), "updated_date", "yesterday"));
  ASSERT_TRUE(answer.refusal.has_value());
  EXPECT_EQ(answer.refusal->code, "M102");
  EXPECT_EQ(answer.refusal->kind, Refusal::Kind::Validation);
}

TEST(Derived, IsRecomputedWhenItsInputsChange) {
  const auto table =
      TestTable::of_things("name: {type: string}\nslug: {type: string, derived: slug(name)}");
  const Item before = table.put({{"id", "1"}, {"name", "Ravi Shankar"}}).item;
  EXPECT_EQ(*before.find("slug"), Value("ravi_shankar"));
  const Item after = table.update(before, with(before, "name", "Ali Akbar"), {"name"}).item;
  EXPECT_EQ(*after.find("slug"), Value("ali_akbar"));
  EXPECT_EQ(table.update(after, without(after, "name"), {"name"}).item, (Item{{"id", "1"}}));
}

TEST(Derived, RefusesAnotherValue) {
  const auto table =
      TestTable::of_things("name: {type: string}\nslug: {type: string, derived: slug(name)}");
  EXPECT_TRUE(table.put({{"id", "1"}, {"name", "A B"}, {"slug", "a_b"}}).is_allowed);
  EXPECT_EQ(table.put({{"id", "1"}, {"name", "A B"}, {"slug", "ab"}}).text,
            "model shop, Thing.slug: \"ab\" differs from slug(name) = \"a_b\"; omit it to have it "
            "set [M104]");
  EXPECT_EQ(
      table.put({{"id", "1"}, {"slug", "ab"}}).text,
      "model shop, Thing.slug: \"ab\" was given, but slug(name) has no value; omit it [M104]");
}

TEST(Computed, IsStoredWhenItsInputsExist) {
  const auto table = TestTable::of_file("execution_index");
  const Item running{{"executionArn", "arn:aws:states:us-east-1:1:execution:my-agent-prod:abc"},
                     {"status", "RUNNING"},
                     {"startDate", "2025-09-29T12:34:50Z"}};
  const Item before = table.put(running).item;
  EXPECT_EQ(before.find("durationSeconds"), nullptr);
  EXPECT_EQ(*before.find("executionName"), Value("abc"));
  EXPECT_EQ(*before.find("agentName"), Value("my-agent"));
  Item done = with(before, "status", "SUCCEEDED");
  done.set("stopDate", "2025-09-29T12:35:00Z");
  const Answer answer = table.update(before, done, {"status", "stopDate"});
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(*answer.item.find("durationSeconds"), Value(10));
}

TEST(Computed, ReadsWhatATransitionStamps) {
  auto table = TestTable::of_file("album_workflow");
  const Item before = table
                          .put({{"pk", "550e8400-e29b-41d4-a716-446655440000"},
                                {"sk", "metadata"},
                                {"entityType", "execution"},
                                {"workflowType", "step-functions"},
                                {"imageS3Key", "k"},
                                {"endTime", nullptr},
                                {"durationMs", nullptr}})
                          .item;
  EXPECT_EQ(*before.find("durationMs"), Value(nullptr));
  EXPECT_EQ(*before.find("executionId"), *before.find("pk"));
  table.now += std::chrono::seconds(90);
  const Answer answer = table.update(before, with(before, "status", "completed"), {"status"});
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(*answer.item.find("endTime"), Value("2025-10-21T14:31:30Z"));
  EXPECT_EQ(*answer.item.find("durationMs"), Value(90000));
}

TEST(Expiry, FollowsTheAttributeItCountsFrom) {
  const auto table = TestTable::of_things(
      "at: {type: timestamp, encode: epoch_ms}\nttl: {type: timestamp, encode: epoch_s}",
      "expire: {attribute: ttl, after: 1d, from: at, tolerance: 1h}");
  const Item before = table.put({{"id", "1"}, {"at", 1761057000000}}).item;
  EXPECT_EQ(*before.find("ttl"), Value(1761143400));
  const Item moved = table.update(before, with(before, "at", 1761143400000), {"at"}).item;
  EXPECT_EQ(*moved.find("ttl"), Value(1761229800));
  EXPECT_TRUE(table.put(with(before, "ttl", 1761140000)).is_allowed);
  EXPECT_EQ(table.put(with(before, "ttl", 1761150601)).text,
            "model shop, Thing.ttl: 1761150601 (2025-10-22T16:30:01Z) is 2 hours after at + 1d = "
            "1761143400 (2025-10-22T14:30:00Z), tolerance 1h; omit it to have it set [M104]");
}

TEST(Expiry, IsNotGivenToOldItemsByUpdatesOfOtherAttributes) {
  const auto table = TestTable::of_file("rez_agent");
  const Item old = with(message(), "created_date", "2020-01-01T00:00:00.000Z");
  const Answer answer = table.update(old, with(old, "notification_id", "n"), {"notification_id"});
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(answer.item.find("ttl"), nullptr);
}

TEST(PutMode, MergeKeepsWhatThePutDoesNotName) {
  const auto table = TestTable::of_file("execution_index");
  const Item before = table
                          .put({{"executionArn", "arn:aws:states:us-east-1:1:execution:a-b:abc"},
                                {"status", "RUNNING"},
                                {"startDate", "2025-09-29T12:34:50.000Z"},
                                {"extra", "kept"}})
                          .item;
  const Answer answer = table.put(
      {{"executionArn", "arn:aws:states:us-east-1:1:execution:a-b:abc"}, {"status", "FAILED"}},
      before);
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(*answer.item.find("extra"), Value("kept"));
  EXPECT_EQ(*answer.item.find("startDate"), Value("2025-09-29T12:34:50.000Z"));
}

TEST(Revision, CountsWritesAndRefusesAStaleOne) {
  auto table = TestTable::of_things("a: {type: int}\nrev: {type: int}", "rev: {attribute: rev}");
  const Item first = table.put({{"id", "1"}}).item;
  EXPECT_EQ(*first.find("rev"), Value(1));
  const Item second = table.update(first, with(first, "a", 1), {"a"}).item;
  EXPECT_EQ(*second.find("rev"), Value(2));
  EXPECT_EQ(table.put(with(first, "a", 2), second).text,
            "model shop, Thing 1: expected rev 1, current is 2 [M203]");
  EXPECT_EQ(*table.put(with(second, "a", 2), second).item.find("rev"), Value(3));
  table.expected = 1;
  EXPECT_EQ(table.update(second, with(second, "a", 3), {"a"}).refusal->code, "M203");
  EXPECT_EQ(table.remove(second).refusal->code, "M203");
  table.expected = 2;
  EXPECT_TRUE(table.remove(second).is_allowed);
}

TEST(Revision, MustBeSaidWhereItIsRequired) {
  auto table = TestTable::of_things("a: {type: int}\nrev: {type: int}",
                                    "rev: {attribute: rev, require: true}");
  const Item first = table.put({{"id", "1"}}).item;
  EXPECT_EQ(table.update(first, with(first, "a", 1), {"a"}).text,
            "model shop, Thing 1: every write must say which rev it expects; current is 1 [M109]");
  table.expected = 1;
  EXPECT_TRUE(table.update(first, with(first, "a", 1), {"a"}).is_allowed);
}

}  // namespace
}  // namespace partita::rules
