#include <gtest/gtest.h>

#include "unit/model/rules/test_table.h"

// An item that becomes one of another entity leaves the one as if it were deleted, and comes to the
// other as if it were created.

namespace partita::rules {
namespace {

// Two entities under keys of one shape, told apart by `kind`.
TestTable orders_and_notes(const std::string& order_rules = "", const std::string& settings = "") {
  return TestTable::of_text(
      "format: 1\nmodel: shop\nversion: 1\n"
      "tables: {t: {name: t, key: {partition: id}, enforcement: enforce" +
      settings +
      "}}\n"
      "entities:\n"
      "  Order:\n    match: {kind: order}\n    key: {id: \"{id}\"}\n" +
      order_rules +
      "    attributes:\n      id: {type: string}\n      kind: {type: string}\n"
      "      status: {type: enum, values: [open, sent]}\n"
      "  Note:\n    match: {kind: note}\n    key: {id: \"{id}\"}\n"
      "    attributes:\n      id: {type: string}\n      kind: {type: string}\n"
      "      text: {type: string, required: true}\n");
}

constexpr const char* kFinalOnly =
    "    lifecycle: {attribute: status, initial: [open], final: [sent], delete: final_only, "
    "transitions: [{from: open, to: sent}]}\n";

const Item kOpen{{"id", "1"}, {"kind", "order"}, {"status", "open"}};
const Item kNote{{"id", "1"}, {"kind", "note"}, {"text", "x"}};

TEST(EntityChange, IsRefusedWhereTheItemCouldNotBeDeleted) {
  const auto table = orders_and_notes(kFinalOnly);
  const std::string text =
      "model shop, Order 1: status open cannot be deleted; only sent can [M201]";
  EXPECT_EQ(table.put(kNote, kOpen).text, text);
  EXPECT_EQ(table.update(kOpen, kNote, {"kind", "text", "status"}).text, text);
  EXPECT_TRUE(table.put(kNote, with(kOpen, "status", "sent")).is_allowed);
}

TEST(EntityChange, IsRefusedAlsoWhereTheItemWouldBeOfNoEntity) {
  const auto table = orders_and_notes(kFinalOnly);
  EXPECT_EQ(table.put({{"id", "1"}, {"kind", "other"}}, kOpen).refusal->code, "M201");
  EXPECT_TRUE(table.put({{"id", "1"}, {"kind", "other"}}).is_allowed);
}

TEST(EntityChange, CreatesAnItemOfTheOther) {
  const auto table = orders_and_notes();
  EXPECT_EQ(table.put(without(kNote, "text"), kOpen).refusal->code, "M101");
  EXPECT_EQ(table.update(kOpen, without(kNote, "text"), {"kind"}).refusal->code, "M107");
  EXPECT_TRUE(table.put(kNote, kOpen).is_allowed);
}

TEST(EntityChange, DoesNotTakeARowFromTheServer) {
  const auto table = TestTable::of_file("album_workflow");
  const Item metrics{{"pk", "2025-01-15"},
                     {"sk", "metrics-step-functions"},
                     {"entityType", "metrics"},
                     {"workflowType", "step-functions"}};
  const Item task = with(with(metrics, "entityType", "task"), "executionId",
                         "550e8400-e29b-41d4-a716-446655440000");
  EXPECT_FALSE(table.put(task, metrics).is_allowed);
  EXPECT_FALSE(table.put(with(metrics, "entityType", "nothing"), metrics).is_allowed);
}

TEST(Match, AConstantThatIsRemovedIsFilledInAgain) {
  const auto table = TestTable::of_file("album_workflow");
  const Item before{{"pk", "550e8400-e29b-41d4-a716-446655440000"},
                    {"sk", "metadata"},
                    {"entityType", "execution"},
                    {"status", "running"}};
  const Answer answer = table.update(before, without(before, "entityType"), {"entityType"});
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(*answer.item.find("entityType"), Value("execution"));
}

TEST(Match, AnotherAttributeThatTheEntityIsKnownByCannotBeRemoved) {
  const auto table = orders_and_notes();
  const std::string text =
      "model shop, Order.kind: cannot be removed: it tells which entity the item is [M101]";
  EXPECT_EQ(table.update(kOpen, without(kOpen, "kind"), {"kind"}).text, text);
  // Not even where another entity has keys of the same form.
  EXPECT_EQ(table.update(kNote, without(kNote, "kind"), {"kind"}).refusal->entity, "Note");
  EXPECT_EQ(table.put(without(kOpen, "kind"), kOpen).text, text);
}

}  // namespace
}  // namespace partita::rules
