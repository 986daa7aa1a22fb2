#include "given.h"

// The section `fake`: what is read of it, and what is refused.

namespace partita::model {
namespace {

// On line 14, below a lifecycle of the entity.
std::string with_fake(std::string_view plan) {
  return "    lifecycle: {attribute: status, initial: [open], transitions: [{from: open, to: "
         "done}]}\n"
         "fake: {Job: {" +
         std::string(plan) + "}}\n";
}

TEST(ReadFakes, TakesRowsAsListsThatBelongTogether) {
  const auto model = model_with(with_fake("rows: [{id: a, status: open}, {status: done, id: b}]"));
  ASSERT_EQ(model->fakes.size(), 1U);
  const FakePlan& plan = model->fakes.front();
  EXPECT_EQ(plan.count, 2);
  ASSERT_EQ(plan.rows.size(), 2U);
  EXPECT_EQ(plan.rows[0].first, "id");
  EXPECT_EQ(plan.rows[0].second, (std::vector<Value>{Value("a"), Value("b")}));
  EXPECT_EQ(plan.rows[1].second, (std::vector<Value>{Value("open"), Value("done")}));
}

TEST(ReadFakes, TakesUnfinishedItems) {
  const auto model = model_with(
      with_fake("count: 9, over: 1d, unfinished: [{state: open, count: 3, age: 2h}, {state: open, "
                "age: 5m}]"));
  const auto& groups = model->fakes.front().unfinished;
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].state, "open");
  EXPECT_EQ(groups[0].count, 3);
  EXPECT_EQ(groups[0].age, std::chrono::hours(2));
  EXPECT_EQ(groups[1].count, 1);
}

TEST(ReadFakes, RefusesRowsThatDoNotMatch) {
  const std::string words =
      "E L103 `rows` are maps with the same attributes: [{code: de, name: Germany}]";
  EXPECT_EQ(finding_with(with_fake("rows: [{id: a, status: open}, {id: b}]")), "m:14:44: " + words);
  EXPECT_EQ(finding_with(with_fake("rows: [{id: [a]}]")), "m:14:21: " + words);
  EXPECT_EQ(finding_with(with_fake("rows: []")),
            "m:14:20: E L103 `rows` is a list of at least one row");
  EXPECT_EQ(finding_with(with_fake("rows: [{ident: a}]")),
            "m:14:22: E L105 there is no attribute of Job called `ident`; there are `id`, `status` "
            "and `at`");
}

TEST(ReadFakes, RefusesUnfinishedItemsOfUnknownStatesOrAges) {
  EXPECT_EQ(finding_with(with_fake("unfinished: [{state: opn, age: 1h}]")),
            "m:14:35: E L105 there is no state called `opn`; did you mean `open`?");
  EXPECT_EQ(finding_with(with_fake("unfinished: [{state: open}]")),
            "m:14:27: E L103 `age` is missing: how long before now they were created");
  EXPECT_EQ(finding_with(with_fake("per: {Job: 2}, unfinished: [{state: open, age: 1h}]")),
            "m:14:42: E L103 `age` has no meaning with `per`: the parent says when");
  EXPECT_EQ(finding_with(with_fake("unfinished: [{state: open, age: 1h}, {state: open, age: 2h}]")),
            "m:14:51: E L103 `unfinished` has the oldest first");
}

TEST(ReadFakes, RefusesStatesThatTheEntityHasNot) {
  EXPECT_EQ(finding_with(with_fake("outcome: {dne: 1}")),
            "m:14:24: E L105 there is no state called `dne`; did you mean `done`?");
  EXPECT_EQ(finding_with("fake: {Job: {outcome: {done: 1}}}\n"),
            "m:13:24: E L103 Job has no lifecycle");
}

}  // namespace
}  // namespace partita::model
