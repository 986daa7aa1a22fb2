#include <gtest/gtest.h>

#include "unit/model/rules/test_table.h"

// The texts that clients see, to the letter.

namespace partita::rules {
namespace {

Item any_message() {
  return Item{{"message_id", "550e8400-e29b-41d4-a716-446655440000"},
              {"created_by", "scheduler"},
              {"message_type", "scheduled_hello"},
              {"correlation_id", "660e9500-f39c-52e5-b827-557766551111"},
              {"payload", Map{{"text", "hello world"}}}};
}

Item any_album() {
  return Item{{"pk", "550e8400-e29b-41d4-a716-446655440000"},
              {"sk", "album-1"},
              {"entityType", "album"},
              {"workflowType", "step-functions"},
              {"albumIndex", 1},
              {"albumName", "Kind of Blue"},
              {"artist", "Miles Davis"},
              {"year", 1959}};
}

Item any_job() {
  return Item{{"jobId", "01HF9G3Q7Z6X5V4T3S2R1P0N9M"},
              {"userId", "u1"},
              {"fileSize", 1},
              {"fileType", "image/png"},
              {"provider", "stub"}};
}

TEST(ErrorTexts, TimeInNoKnownForm) {
  const auto table = TestTable::of_file("rez_agent");
  const Answer answer = table.put(with(any_message(), "created_date", "2025-10-21 14:30"));
  EXPECT_EQ(answer.text,
            "model rez_agent, Message.created_date: \"2025-10-21 14:30\" is not a timestamp of "
            "encoding rfc3339ms (or RFC 3339); expected e.g. 2025-10-21T14:30:00.000Z [M102]");
  EXPECT_EQ(answer.refusal->kind, Refusal::Kind::Validation);
}

TEST(ErrorTexts, ExpiryFarFromItsRule) {
  const auto table = TestTable::of_file("rez_agent");
  const Answer answer = table.put(with(any_message(), "ttl", 1737464400));
  EXPECT_EQ(answer.text,
            "model rez_agent, Message.ttl: 1737464400 (2025-01-21T13:00:00Z) is 363 days before "
            "created_date + 90d = 1768833000 (2026-01-19T14:30:00Z), tolerance 1d; omit it to have "
            "it set [M104]");
}

TEST(ErrorTexts, ExpiryInMilliseconds) {
  const auto table = TestTable::of_file("photoeditor");
  const Answer answer = table.put(with(any_job(), "ttl", 1767398400000));
  EXPECT_EQ(answer.text,
            "model photoeditor, Job.ttl: 1767398400000 looks like milliseconds; epoch_s expected, "
            "did you mean 1767398400? [M101]");
}

TEST(ErrorTexts, NumberBelowItsBound) {
  const auto table = TestTable::of_file("album_workflow");
  const Answer answer = table.put(with(any_album(), "year", 1873));
  EXPECT_EQ(answer.text, "model album_workflow, Album.year: 1873 is below min 1900 [M101]");
  EXPECT_EQ(answer.refusal->attribute, "year");
  EXPECT_EQ(answer.refusal->rule, "min");
  EXPECT_EQ(answer.refusal->value, "1873");
}

TEST(ErrorTexts, KeyThatIsNotItsTemplate) {
  const auto table = TestTable::of_file("album_workflow");
  const Answer answer = table.put(with(any_album(), "sk", "album-01"));
  EXPECT_EQ(answer.text,
            "model album_workflow, Album key sk=\"album-01\" does not equal template "
            "\"album-{albumIndex}\" = \"album-1\" [M105]");
}

TEST(ErrorTexts, UpdateOfNoItem) {
  const auto table = TestTable::of_file("rez_agent");
  const Item stub{{"message_id", "7f3c24e8-3b12-4fef-91e0-6d3a5c2b8f17"}, {"status", "created"}};
  const Answer answer = table.update(std::nullopt, stub, {"status"});
  EXPECT_EQ(answer.text,
            "model rez_agent, Message 7f3c24e8-3b12-4fef-91e0-6d3a5c2b8f17: the update would "
            "create an item without created_by, message_type, payload; create it "
            "first or add attribute_exists(message_id) [M107]");
  EXPECT_EQ(answer.refusal->kind, Refusal::Kind::Validation);
}

TEST(ErrorTexts, StepOutOfAFinalState) {
  const auto table = TestTable::of_file("rez_agent");
  const Item before = with(any_message(), "status", "completed");
  const Answer answer = table.update(before, with(before, "status", "processing"), {"status"});
  EXPECT_EQ(answer.text,
            "model rez_agent, Message 550e8400-e29b-41d4-a716-446655440000: status completed -> "
            "processing is not allowed; completed is final [M201]");
  EXPECT_EQ(answer.refusal->kind, Refusal::Kind::Condition);
  EXPECT_EQ(answer.refusal->current, "completed");
  EXPECT_TRUE(answer.refusal->allowed.empty());
}

TEST(ErrorTexts, StepThatIsNoTransition) {
  const auto table = TestTable::of_file("photoeditor");
  const Item before = with(any_job(), "status", "QUEUED");
  const Answer answer = table.update(before, with(before, "status", "COMPLETED"), {"status"});
  EXPECT_EQ(answer.text,
            "model photoeditor, Job 01HF9G3Q7Z6X5V4T3S2R1P0N9M: status QUEUED -> COMPLETED is not "
            "allowed; from QUEUED: PROCESSING, FAILED [M201]");
  EXPECT_EQ(answer.refusal->allowed, (std::vector<std::string>{"PROCESSING", "FAILED"}));
}

TEST(ErrorTexts, StateThatNeedsAnAttribute) {
  const auto table = TestTable::of_file("rez_agent");
  const Item before = with(any_message(), "status", "processing");
  const Answer answer = table.update(before, with(before, "status", "failed"), {"status"});
  EXPECT_EQ(answer.text,
            "model rez_agent, Message 550e8400-e29b-41d4-a716-446655440000: status failed requires "
            "error_message [M202]");
}

TEST(ErrorTexts, ValueOfAnotherItem) {
  const auto table = TestTable::of_file("music");
  const Answer answer = table.put({{"PK", "USER#123"},
                                   {"SK", "#METADATA"},
                                   {"email", "User@Example.com"},
                                   {"username", "johndoe"}});
  ASSERT_EQ(answer.outcome.claims.size(), 2U) << answer.text;
  const Refusal refusal = not_unique(answer.outcome, answer.outcome.claims.front());
  EXPECT_EQ(refusal.text, "model music, User.email is already in use (case-insensitive) [M204]");
  EXPECT_EQ(refusal.kind, Refusal::Kind::Condition);
}

TEST(ErrorTexts, VersionThatSomebodyElseHasReplaced) {
  auto table = TestTable::of_file("music");
  const Item before{{"PK", "COMPOSITION#789"},
                    {"SK", "VERSION#LATEST"},
                    {"compositionId", "789"},
                    {"title", "Evening"},
                    {"version", 4},
                    {"versionedAt", "2023-01-01T10:00:00.000Z"}};
  table.expected = 3;
  const Answer answer = table.put(with(before, "title", "Morning"), before);
  EXPECT_EQ(answer.text, "model music, Composition 789: expected version 3, latest is 4 [M203]");
}

TEST(ErrorTexts, ImmutableAttribute) {
  const auto table = TestTable::of_file("photoeditor");
  const Answer answer = table.update(any_job(), with(any_job(), "userId", "u2"), {"userId"});
  EXPECT_EQ(answer.text,
            "model photoeditor, Job.userId: is immutable; it is \"u1\", the request has \"u2\" "
            "[M103]");
}

TEST(ErrorTexts, RowOfTheServer) {
  const auto table = TestTable::of_file("album_workflow");
  const Answer answer = table.put(
      {{"pk", "2025-01-15"}, {"sk", "metrics-step-functions"}, {"entityType", "metrics"}});
  EXPECT_EQ(answer.text,
            "model album_workflow, Metrics pk=\"2025-01-15\", sk=\"metrics-step-functions\": only "
            "the server writes this row [M110]");
}

TEST(ErrorTexts, KeyOfNoEntity) {
  const auto table = TestTable::of_file("music");
  EXPECT_EQ(table.put({{"PK", "X#1"}, {"SK", "Y"}}).text,
            "model music: no entity has an item with the key PK=\"X#1\", SK=\"Y\" [M101]");
}

TEST(ErrorTexts, ValueThatContainsTheSeparator) {
  const auto table = TestTable::of_text(
      "format: 1\nmodel: shop\nversion: 1\n"
      "tables: {t: {name: t, key: {partition: pk}, enforcement: enforce}}\n"
      "entities:\n  Line:\n    match: all\n    key: {pk: \"{order}#{line}\"}\n"
      "    attributes: {order: {type: string}, line: {type: string}}\n");
  const Answer answer = table.put({{"pk", "a#b#1"}, {"order", "a#b"}, {"line", "1"}});
  EXPECT_EQ(
      answer.text,
      "model shop, Line key pk: order is \"a#b\", which contains \"#\", the text that follows "
      "it in the key [M106]");
}

TEST(ErrorTexts, SecretsAreNotRepeated) {
  const auto table = TestTable::of_things("token: {type: string, max: 3, sensitive: true}");
  const Answer answer = table.put({{"id", "1"}, {"token", "secret"}});
  EXPECT_EQ(answer.text, "model shop, Thing.token: (hidden) has 6 characters, above max 3 [M101]");
  EXPECT_EQ(answer.refusal->value, "(hidden)");
}

}  // namespace
}  // namespace partita::rules
