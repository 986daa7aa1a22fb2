#include "modelled/registry/plan_text.h"
#include "modelled/registry/plan_json.h"

#include <gtest/gtest.h>

namespace partita::registry {
namespace {

ApplyPlan example() {
  ApplyPlan plan{.model = "shop", .version = 3, .former_version = 2};
  plan.steps.push_back({.mark = Mark::Add,
                        .table = "orders",
                        .what = "index by_user",
                        .detail = "partition [user S], all attributes",
                        .action = api::UpdateTableRequest()});
  plan.steps.push_back({.mark = Mark::Remove,
                        .table = "orders",
                        .what = "index old",
                        .detail = "",
                        .action = api::UpdateTableRequest(),
                        .removes = true});
  plan.rule_changes.push_back(
      {.mark = Mark::Change, .subject = "Order.total", .detail = "max 5, was 9", .tightens = true});
  Impact impact{.table = "orders", .items = 10, .violating = 2};
  impact.rules.push_back({"M101", "Order.total", "max", 2, "Order.total: 7 is above max 5"});
  plan.impacts.push_back(impact);
  return plan;
}

TEST(PlanText, ShowsStepsRulesAndItems) {
  EXPECT_EQ(to_text(example()),
            "model shop, version 2 -> 3\n"
            "  + orders index by_user: partition [user S], all attributes\n"
            "  - orders index old (only with --allow-removals)\n"
            "  ~ Order.total: max 5, was 9 (tightens)\n"
            "  orders: 2 of 10 stored items break rules\n"
            "      2 items, max: Order.total: 7 is above max 5\n"
            "  The rules hold for every write as soon as the model is applied. Stored items that "
            "break them stay as they are; an update of one is judged only by what it changes.\n");
}

TEST(PlanText, SaysThatObservedRulesRefuseNothing) {
  auto plan = example();
  plan.observed = {"orders"};
  EXPECT_EQ(to_text(plan).find("hold for every write as soon"), std::string::npos);
  EXPECT_NE(to_text(plan).find("Rules of orders are only observed"), std::string::npos);
}

TEST(PlanText, HasColoursOnlyIfTold) {
  EXPECT_EQ(to_text(example()).find('\x1B'), std::string::npos);
  EXPECT_NE(to_text(example(), {.has_colours = true}).find("\x1B[32m+\x1B[0m"), std::string::npos);
}

TEST(PlanText, SaysWhenThereIsNothingToDo) {
  const ApplyPlan plan{.model = "shop", .version = 2, .former_version = 2, .is_applied = true};
  EXPECT_EQ(to_text(plan), "model shop, version 2\n  nothing to do\n");
  EXPECT_NE(to_json(plan).find("\"nothing_to_do\": true"), std::string::npos);
}

TEST(PlanText, SaysWhatWasNotDone) {
  Applied applied{.held = nullptr, .plan = example(), .kept = {}};
  applied.kept.push_back(applied.plan.steps[1]);
  EXPECT_NE(to_text(applied).find("index old (not done: needs --allow-removals)"),
            std::string::npos);
}

TEST(PlanText, IsJsonForPrograms) {
  const auto json = to_json(example());
  for (const std::string_view part :
       {"\"model\": \"shop\"", "\"mark\": \"remove\"", "\"removes\": true", "\"violating\": 2",
        "\"tightens\": true", "\"former_version\": 2"}) {
    EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
  }
}

}  // namespace
}  // namespace partita::registry
