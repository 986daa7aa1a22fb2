#include "cli/model_answers.h"

#include <gtest/gtest.h>

#include "modelled/registry/plan_json.h"
#include "modelled/registry/plan_text.h"

namespace partita::cli {
namespace {

registry::ApplyPlan some_plan() {
  registry::ApplyPlan plan;
  plan.model = "shop";
  plan.version = 3;
  plan.former_version = 2;
  plan.steps = {{.mark = registry::Mark::Add,
                 .table = "shop-orders",
                 .what = "index by_user",
                 .detail = "partition [user], \"all\" attributes",
                 .action = {}},
                {.mark = registry::Mark::Remove,
                 .table = "shop-orders",
                 .what = "index old",
                 .detail = "",
                 .action = {},
                 .removes = true}};
  plan.rule_changes = {{.mark = registry::Mark::Change,
                        .subject = "Order.total",
                        .detail = "max 2000, was 500",
                        .tightens = true}};
  plan.impacts = {{.table = "shop-orders",
                   .items = 12,
                   .violating = 2,
                   .is_complete = false,
                   .rules = {{.code = "M101",
                              .subject = "Order.total",
                              .rule = "max",
                              .items = 2,
                              .example = "Order 7: too much"}},
                   .duplicates = {{.code = "M204", .subject = "Order.note", .items = 1}}}};
  plan.observed = {"shop-orders"};
  plan.obstacles = {"table shop-users has another key"};
  return plan;
}

TEST(ModelAnswers, AreReadBackAsTheyWere) {
  const registry::ApplyPlan plan = some_plan();
  const auto read = read_plan(registry::to_json(plan));
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(registry::to_json(*read), registry::to_json(plan));
  EXPECT_EQ(registry::to_text(*read), registry::to_text(plan));

  registry::ApplyPlan nothing;
  nothing.model = "shop";
  nothing.version = 1;
  nothing.former_version = 1;
  nothing.is_applied = true;
  EXPECT_EQ(registry::to_text(read_plan(registry::to_json(nothing)).value()),
            registry::to_text(nothing));
}

TEST(ModelAnswers, TellWhatWasDoneAndWhatWasNot) {
  registry::Applied applied;
  applied.plan = some_plan();
  applied.kept = {applied.plan.steps.back()};
  auto held = std::make_shared<registry::HeldModel>();
  held->record.incarnation = 7;
  applied.held = held;
  const auto read = read_applied(registry::to_json(applied));
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(registry::to_json(*read), registry::to_json(applied));
  EXPECT_EQ(registry::to_text(*read), registry::to_text(applied));
}

TEST(ModelAnswers, AreRefusedIfTheyAreSomethingElse) {
  for (const char* json : {"", "[]", "{}", R"({"model":"shop"})", R"({"version":1})"}) {
    EXPECT_EQ(read_plan(json).error().kind(), ErrorKind::InvalidArgument) << json;
    EXPECT_EQ(read_applied(json).error().kind(), ErrorKind::InvalidArgument) << json;
  }
}

}  // namespace
}  // namespace partita::cli
