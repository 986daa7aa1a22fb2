#include <gtest/gtest.h>

#include "model/planning/explain.h"
#include "model/planning/key_space.h"
#include "model/planning/presence.h"
#include "support/model_file.h"

namespace partita::planning {
namespace {

// Two kinds of rows under one partition key.
std::string two_kinds(const std::string& order_sort_key) {
  return R"(
format: 1
model: shop
version: 1
tables:
  shop: {name: shop, key: {partition: pk, sort: sk}}
entities:
  Customer:
    match: {kind: customer}
    key: {pk: "CUSTOMER#{customer}", sk: "PROFILE"}
    attributes:
      kind: {type: const, value: customer}
      customer: {type: string, required: true}
  Order:
    match: {kind: order}
    key: {pk: "CUSTOMER#{customer}", sk: ")" +
         order_sort_key + R"("}
    attributes:
      kind: {type: const, value: order}
      customer: {type: string, required: true}
      number: {type: int, required: true}
      day: {type: date, required: true}
patterns:
  orders: {query: Order, where: {customer: $customer}}
  orders_in_order: {query: Order, where: {customer: $customer}, order: {by: [number]}}
  orders_by_day: {query: Order, where: {customer: $customer}, range: {day: $days}}
  customer: {get: Customer, by: {customer: $customer}}
  everything:
    collection: {customer: {one: Customer}, orders: {many: Order}}
    where: {customer: $customer}
  rename: {update: Customer, by: {customer: $customer}, set: [kind]}
)";
}

PlanningOutcome plan_of(const std::shared_ptr<const model::Model>& model, std::string_view name) {
  return plan_pattern(*model, *model->find_pattern(name));
}

TEST(RowPlans, ReadTheEntitysRowsByTheirPrefix) {
  const auto model = model_of(two_kinds("ORDER#{number:06}"));
  const PlanningOutcome outcome = plan_of(model, "orders");
  ASSERT_TRUE(outcome.plan);
  EXPECT_EQ(condition_text(*outcome.plan), "pk = :pk AND begins_with(sk, \"ORDER#\")");
  EXPECT_FALSE(outcome.plan->read()->drops_foreign_rows);
}

TEST(RowPlans, DropForeignRowsThatCanBeAmongThem) {
  const auto model = model_of(two_kinds("{day}#{number:06}"));
  EXPECT_TRUE(plan_of(model, "orders").plan->read()->drops_foreign_rows);
}

TEST(RowPlans, AreOrderedByPaddedNumbers) {
  EXPECT_TRUE(plan_of(model_of(two_kinds("ORDER#{number:06}")), "orders_in_order").plan);
}

TEST(RowPlans, AreNotOrderedByNumbersWithoutPadding) {
  const auto model = model_of(two_kinds("ORDER#{number}"));
  const PlanningOutcome outcome = plan_of(model, "orders_in_order");
  EXPECT_FALSE(outcome.plan);
  EXPECT_EQ(outcome.rejections.front().text, "number is in its key as text: 10 comes before 2");
}

TEST(RowPlans, TakeARangeInsideATemplate) {
  const auto model = model_of(two_kinds("ORDER#{day}#{number:06}"));
  const PlanningOutcome outcome = plan_of(model, "orders_by_day");
  ASSERT_TRUE(outcome.plan);
  const KeyMatch& sort = outcome.plan->read()->legs.front().conditions.back();
  ASSERT_TRUE(sort.range);
  EXPECT_EQ(sort.value.rendered->text(), "ORDER#");
  EXPECT_EQ(sort.range->tail, "~");
}

TEST(RowPlans, GetOneItemByItsWholeKey) {
  const auto model = model_of(two_kinds("ORDER#{number:06}"));
  const PlanningOutcome outcome = plan_of(model, "customer");
  ASSERT_TRUE(outcome.plan);
  EXPECT_EQ(outcome.plan->read()->access, PatternReadPlan::Access::Get);
  EXPECT_EQ(condition_text(*outcome.plan), "pk = :pk AND sk = \"PROFILE\"");
}

TEST(RowPlans, ReadACollectionByItsPartitionKey) {
  const auto model = model_of(two_kinds("ORDER#{number:06}"));
  const PlanningOutcome outcome = plan_of(model, "everything");
  ASSERT_TRUE(outcome.plan);
  EXPECT_EQ(condition_text(*outcome.plan), "pk = :pk");
  EXPECT_EQ(outcome.plan->read()->rows.size(), 2U);
}

TEST(RowPlans, ExplainWhereValuesComeFrom) {
  const auto model = model_of(two_kinds("ORDER#{number:06}"));
  EXPECT_EQ(explain(*plan_of(model, "everything").plan),
            "everything  table  pk = :pk\n"
            "  value    :pk = \"CUSTOMER#{customer}\" with customer = $customer\n"
            "  part     customer: one Customer\n"
            "  part     orders: many Order\n");
}

TEST(WritePlans, NameTheKeyTheStateAndWhatMayBeSet) {
  const auto model = tree_model("models/photoeditor.yaml");
  const PlanningOutcome outcome = plan_of(model, "replay_job");
  const PatternWritePlan& plan = outcome.plan->writes()->front();
  EXPECT_EQ(plan.from_states, std::vector<std::string>{"FAILED"});
  EXPECT_EQ(plan.key.front().value.source.name, "jobId");
}

TEST(WritePlans, TakeKeysOfAPutFromThePathOrTheBody) {
  const auto model = tree_model("models/music.yaml");
  const PlanningOutcome path = plan_of(model, "save_artist");
  const PlanningOutcome body = plan_of(model, "register_user");
  EXPECT_EQ(path.plan->writes()->front().key.front().value.variables.front().source.kind,
            ValueSource::Kind::Parameter);
  EXPECT_EQ(body.plan->writes()->front().key.front().value.variables.front().source.kind,
            ValueSource::Kind::Body);
}

TEST(WritePlans, HaveAStepForEachWriteOfATransaction) {
  const auto model = tree_model("models/music.yaml");
  const PlanningOutcome outcome = plan_of(model, "create_managed_artist");
  ASSERT_EQ(outcome.plan->writes()->size(), 2U);
  EXPECT_EQ(outcome.plan->writes()->back().copies.front().from, "artistId");
}

TEST(Presence, IsProvedFromRequiredFilledAndKeyAttributes) {
  const auto model = tree_model("models/album_workflow.yaml");
  const model::Entity& album = *model->find_entity("Album");
  EXPECT_TRUE(is_always_present(album, "executionId"));
  EXPECT_TRUE(is_always_present(album, "sortValue"));
  EXPECT_TRUE(is_always_present(album, "createdAt"));
  EXPECT_FALSE(is_always_present(album, "priceSource"));
  EXPECT_FALSE(is_always_present(*model->find_entity("Execution"), "endTime"));
}

TEST(KeySpace, TellsLiteralStartsOfPatterns) {
  EXPECT_EQ(literal_start("^task-[0-9]+$"), "task-");
  EXPECT_EQ(literal_start("^ab?c"), "a");
  EXPECT_EQ(literal_start("^a|b"), "");
  EXPECT_EQ(literal_start("task"), "");
}

TEST(KeySpace, KeepsFormatsAndPrefixesApart) {
  const auto model = tree_model("models/album_workflow.yaml");
  const auto spaces = key_spaces(model->entities, model->tables.front());
  for (const auto& left : spaces) {
    for (const auto& right : spaces) {
      if (left.entity == right.entity) continue;
      EXPECT_FALSE(may_coincide(left, right, std::vector<std::string>{"pk", "sk"}))
          << left.entity->name << " and " << right.entity->name;
    }
  }
}

}  // namespace
}  // namespace partita::planning
