#include "model/planning/planner.h"

#include <gtest/gtest.h>

#include "model/planning/explain.h"
#include "support/model_file.h"

namespace partita::planning {
namespace {

// A table of jobs; `indexes` and `patterns` are what a test is about.
std::string job_model(const std::string& indexes, const std::string& patterns) {
  return R"(
format: 1
model: jobs
version: 1
tables:
  jobs:
    name: jobs
    key: {partition: id}
    indexes:
)" + indexes +
         R"(
entities:
  Job:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      owner: {type: string, required: true}
      note: {type: string}
      open: {type: enum, values: [a, b], open: true, required: true}
      status: {type: enum, values: [new, done, failed], required: true}
      size: {type: int, required: true}
      letter:
        type: enum
        required: true
        values: [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q]
      created: {type: timestamp, encode: rfc3339ms, auto: create}
patterns:
  p:
    query: Job
)" + patterns;
}

PlanningOutcome plan_job(const std::shared_ptr<const model::Model>& model) {
  return plan_pattern(*model, *model->find_pattern("p"));
}

std::string reason_of(const PlanningOutcome& outcome, std::size_t at) {
  return at < outcome.rejections.size() ? outcome.rejections[at].text : "none";
}

constexpr const char* kByOwner =
    "      by_owner: {partition: [owner], sort: [created], project: all}";
constexpr const char* kByStatus =
    "      by_owner: {partition: [owner], sort: [status, created], project: all}";

TEST(Planner, NeedsAllPartitionAttributes) {
  const auto model = model_of(job_model("      both: {partition: [owner, status], project: all}",
                                        "    where: {owner: $owner}\n"));
  const PlanningOutcome outcome = plan_job(model);
  EXPECT_FALSE(outcome.plan);
  EXPECT_EQ(reason_of(outcome, 1), "status is not given");
}

TEST(Planner, ConsumesSortAttributesFromTheLeft) {
  const auto model = model_of(job_model(kByStatus,
                                        "    where: {owner: $owner, status: done}\n"
                                        "    order: newest\n"));
  const PlanningOutcome outcome = plan_job(model);
  ASSERT_TRUE(outcome.plan) << explain(*model->find_pattern("p"), outcome);
  EXPECT_EQ(condition_text(*outcome.plan), "#owner = :owner AND #status = :status");
  EXPECT_TRUE(outcome.plan->read()->is_descending);
}

TEST(Planner, RefusesARangeBehindAnOpenSortAttribute) {
  const auto model = model_of(job_model(kByStatus,
                                        "    where: {owner: $owner}\n"
                                        "    range: {created: $created}\n"));
  const PlanningOutcome outcome = plan_job(model);
  EXPECT_FALSE(outcome.plan);
  EXPECT_EQ(reason_of(outcome, 1), "a range on created needs \"=\" on status first");
}

TEST(Planner, ProposesToFanOutOverAFewValues) {
  const auto model = model_of(job_model(kByStatus,
                                        "    where: {owner: $owner}\n"
                                        "    range: {created: $created}\n"));
  const PlanningOutcome outcome = plan_job(model);
  ASSERT_TRUE(outcome.proposal);
  EXPECT_EQ(outcome.proposal->text(), "`status: any` (3 legs)");
}

TEST(Planner, ProposesTheIndexThatWouldServe) {
  const auto model = model_of(job_model(kByOwner,
                                        "    where: {note: $note, status: $status}\n"
                                        "    order: newest\n"));
  const PlanningOutcome outcome = plan_job(model);
  ASSERT_TRUE(outcome.proposal);
  EXPECT_EQ(outcome.proposal->text(), "an index {partition: [note, status], sort: [created]}");
}

TEST(Planner, ProposesShardsForAListOfEverything) {
  const auto model = model_of(job_model(kByOwner, "    order: newest\n"));
  const PlanningOutcome outcome = plan_job(model);
  ASSERT_TRUE(outcome.proposal);
  EXPECT_EQ(outcome.proposal->text(), "an index {partition: [shard(id, 8)], sort: [created]}");
}

TEST(Planner, MakesALegForEachValueOfAny) {
  const auto model = model_of(job_model(kByStatus,
                                        "    where: {owner: $owner, status: any}\n"
                                        "    range: {created: $created}\n"
                                        "    order: newest\n"));
  const PlanningOutcome outcome = plan_job(model);
  ASSERT_TRUE(outcome.plan) << explain(*model->find_pattern("p"), outcome);
  const PatternReadPlan& plan = *outcome.plan->read();
  ASSERT_EQ(plan.legs.size(), 3U);
  EXPECT_EQ(plan.legs[0].conditions[1].value.source.constant, Value("new"));
  EXPECT_EQ(plan.legs[2].conditions[1].value.source.constant, Value("failed"));
  EXPECT_EQ(plan.merge_by, std::vector<std::string>{"created"});
}

TEST(Planner, MakesNoLegsWhereTheOrderOfTheKeyIsAskedFor) {
  const auto model = model_of(job_model(kByStatus,
                                        "    where: {owner: $owner, status: any}\n"
                                        "    order: {by: [status, created]}\n"));
  const PlanningOutcome outcome = plan_job(model);
  ASSERT_TRUE(outcome.plan);
  EXPECT_EQ(outcome.plan->read()->legs.size(), 1U);
}

TEST(Planner, RefusesMoreThanSixteenLegs) {
  const auto model =
      model_of(job_model("      by_letter: {partition: [letter], sort: [created], project: all}",
                         "    where: {letter: any}\n    order: newest\n"));
  const PlanningOutcome outcome = plan_job(model);
  EXPECT_FALSE(outcome.plan);
  EXPECT_EQ(reason_of(outcome, 1), "it would take 17 queries, at most 16 are made");
}

TEST(Planner, RefusesAnyOfAnOpenEnum) {
  const auto model =
      model_of(job_model("      by_open: {partition: [open], sort: [created], project: all}",
                         "    where: {open: any}\n    order: newest\n"));
  EXPECT_EQ(reason_of(plan_job(model), 1), "not all values of open are known");
}

TEST(Planner, FiltersByWhatIsNotInTheKey) {
  const auto model = model_of(job_model(kByOwner, "    where: {owner: $owner, size: $size}\n"));
  const PlanningOutcome outcome = plan_job(model);
  ASSERT_TRUE(outcome.plan);
  EXPECT_EQ(condition_text(*outcome.plan), "#owner = :owner + filter #size = $size");
}

TEST(Planner, NeverFiltersByAKeyAttribute) {
  const auto model =
      model_of(job_model("      by_owner: {partition: [owner], sort: [size, status], project: all}",
                         "    where: {owner: $owner, status: $status}\n"));
  const PlanningOutcome outcome = plan_job(model);
  EXPECT_FALSE(outcome.plan);
  EXPECT_EQ(reason_of(outcome, 1), "status is behind a part of its key that is not fixed");
}

TEST(Planner, RefusesAnOrderThatTheKeyDoesNotHave) {
  const auto model =
      model_of(job_model(kByOwner, "    where: {owner: $owner}\n    order: {by: [size]}\n"));
  EXPECT_EQ(reason_of(plan_job(model), 1), "rows are ordered by created, not by size");
}

TEST(Planner, RefusesAnIndexThatItemsCanBeMissingFrom) {
  const auto model =
      model_of(job_model("      by_note: {partition: [owner], sort: [note], project: all}",
                         "    where: {owner: $owner}\n"));
  const PlanningOutcome outcome = plan_job(model);
  EXPECT_FALSE(outcome.plan);
  ASSERT_EQ(outcome.rejections.size(), 2U);
  EXPECT_EQ(outcome.rejections[1].reason, Rejection::Reason::CanLack);
  EXPECT_EQ(outcome.rejections[1].text, "Job can lack note");
}

TEST(Planner, SaysThatAForcedIndexHoldsNoItems) {
  const auto model = model_of(
      job_model("      sparse: {partition: [owner], sort: [x], types: {x: number}, project: all}",
                "    where: {owner: $owner}\n    index: sparse\n"));
  const PlanningOutcome outcome = plan_job(model);
  ASSERT_EQ(outcome.rejections.size(), 1U);
  EXPECT_EQ(outcome.rejections[0].reason, Rejection::Reason::CanLack);
  EXPECT_EQ(outcome.rejections[0].text, "Job has no x");
}

TEST(Planner, TakesAnIndexWhoseAttributeTheCallerGives) {
  const auto model = model_of(
      job_model("      by_note: {partition: [note], project: all}", "    where: {note: $note}\n"));
  EXPECT_TRUE(plan_job(model).plan);
}

TEST(Planner, PrefersTheIndexWithoutAFilter) {
  const auto model =
      model_of(job_model(std::string(kByOwner) + "\n      exact: {partition: [owner, status], "
                                                 "sort: [created], project: all}",
                         "    where: {owner: $owner, status: $status}\n"));
  const PlanningOutcome outcome = plan_job(model);
  ASSERT_TRUE(outcome.plan);
  EXPECT_EQ(place_text(*outcome.plan), "exact");
}

TEST(Planner, SaysWhenAnIndexLacksAttributes) {
  const auto model = model_of(job_model("      by_owner: {partition: [owner], project: keys}",
                                        "    where: {owner: $owner}\n"));
  const PlanningOutcome outcome = plan_job(model);
  ASSERT_TRUE(outcome.plan);
  EXPECT_TRUE(outcome.plan->read()->fetches_items);
}

TEST(Planner, ReadsNoGlobalIndexConsistently) {
  const auto model =
      model_of(job_model(kByOwner, "    where: {owner: $owner}\n    consistent: true\n"));
  EXPECT_FALSE(plan_job(model).plan);
}

TEST(Planner, ScansOnlyIfTold) {
  const auto model = model_of(job_model(kByOwner, "    filter: note = $text\n    scan: true\n"));
  const PlanningOutcome outcome = plan_job(model);
  ASSERT_TRUE(outcome.plan);
  EXPECT_EQ(outcome.plan->read()->access, PatternReadPlan::Access::Scan);
}

TEST(Planner, PlansWithoutAnIndexAsIfItWereNotThere) {
  const auto model = model_of(job_model(kByOwner, "    where: {owner: $owner}\n"));
  const auto& table = model->tables.front();
  const PlanningOutcome outcome =
      plan_pattern(*model, *model->find_pattern("p"), {.without = table.find_index("by_owner")});
  EXPECT_FALSE(outcome.plan);
}

}  // namespace
}  // namespace partita::planning
