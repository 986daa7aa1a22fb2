#include "wire/faults/fault_plan.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace partita::faults {
namespace {

const std::vector<std::string_view> kOperations{"BatchGetItem", "GetItem", "ModelWrite", "PutItem",
                                                "Query"};

std::string refusal_of(std::string_view text) {
  const auto plan = parse_faults(text, kOperations);
  return plan.ok() ? "" : plan.error().message();
}

std::string rule_with(std::string_view more) {
  return fmt::format("rules:\n  - kind: throttle\n    {}\n", more);
}

void expect_refused(std::string_view text, std::string_view part) {
  const std::string told = refusal_of(text);
  EXPECT_NE(told.find(part), std::string::npos) << text << "\n" << told;
}

TEST(FaultPlan, HasAllThatARuleCanSay) {
  const auto plan = parse_faults(R"(
seed: 7
rules:
  - kind: throttle
    operations: [PutItem, Query]
    tables: [Orders, "test_*"]
    rate: 0.25
    count: 3
    for: 30s
    delay: 20ms
  - kind: internal_error
    operations: PutItem
    every: 4
    applied: true
  - {kind: stale_read, age: 500ms}
)",
                                 kOperations);
  ASSERT_TRUE(plan.ok()) << plan.error().message();
  EXPECT_EQ(plan->seed, 7U);
  ASSERT_EQ(plan->rules.size(), 3U);
  const FaultRule& first = plan->rules[0];
  EXPECT_EQ(first.kind, FaultKind::Throttle);
  EXPECT_EQ(first.operations, (std::vector<std::string>{"PutItem", "Query"}));
  EXPECT_EQ(first.tables, (std::vector<std::string>{"Orders", "test_*"}));
  EXPECT_DOUBLE_EQ(first.rate, 0.25);
  EXPECT_EQ(first.count_max, 3U);
  EXPECT_EQ(first.duration, std::chrono::seconds(30));
  EXPECT_EQ(first.delay, std::chrono::milliseconds(20));
  EXPECT_FALSE(first.is_applied);
  EXPECT_EQ(plan->rules[1].every, 4U);
  EXPECT_TRUE(plan->rules[1].is_applied);
  EXPECT_EQ(plan->rules[2].age, std::chrono::milliseconds(500));
}

TEST(FaultPlan, IsReadFromJsonAsWell) {
  const auto plan =
      parse_faults(R"({"rules":[{"kind":"delay","delay":"1s","tables":["a"]}]})", kOperations);
  ASSERT_TRUE(plan.ok()) << plan.error().message();
  EXPECT_EQ(plan->seed, 1U);
  EXPECT_EQ(plan->rules.front().delay, std::chrono::seconds(1));
}

TEST(FaultPlan, RefusesWhatItDoesNotKnow) {
  expect_refused("rules: [", "line 1");
  expect_refused("rules: []", "1 to 100 rules");
  expect_refused("seed: 1", "rules");
  expect_refused("rules: [{kind: explode}]", "throttle");
  expect_refused("rules: [{operations: GetItem}]", "kind");
  expect_refused(rule_with("rates: 0.5"), "did you mean `rate`");
  expect_refused(rule_with("operations: GetItm"), "did you mean `GetItem`");
}

TEST(FaultPlan, RefusesValuesThatMeanNothing) {
  expect_refused(rule_with("rate: 0"), "more than 0 and at most 1");
  expect_refused(rule_with("rate: 1.5"), "more than 0 and at most 1");
  expect_refused(rule_with("rate: 0.5\n    every: 2"), "not both");
  expect_refused(rule_with("every: 0"), "1 or more");
  expect_refused(rule_with("count: 0"), "1 or more");
  expect_refused(rule_with("for: 0s"), "from 1ms to 365d");
  expect_refused(rule_with("delay: 2m"), "1ms to 60s");
  expect_refused(rule_with("age: 1s"), "only a stale_read");
  expect_refused(rule_with("tables: [\"\"]"), "a table has a name");
  expect_refused("rules: [{kind: delay}]", "needs `delay`");
  expect_refused("rules: [{kind: stale_read}]", "needs `age`");
  expect_refused("rules: [{kind: stale_read, age: 2m}]", "1ms to 60s");
}

// Of a throttled request a client knows that it was not carried out, and relies on it.
// A thousand years have more nanoseconds than a clock can count.
TEST(FaultPlan, RefusesATimeThatNoClockCanCount) {
  expect_refused(rule_with("for: 365250d"), "for is from 1ms to 365d");
  EXPECT_EQ(refusal_of(rule_with("for: 365d")), "");
}

TEST(FaultPlan, RefusesFaultsThatAwsNeverShows) {
  expect_refused(rule_with("applied: true"), "can be applied");
  expect_refused("rules: [{kind: unavailable, applied: true}]", "can be applied");
  expect_refused("rules: [{kind: partial_batch, operations: GetItem}]", "never meets");
  expect_refused("rules: [{kind: stale_read, age: 1s, operations: PutItem}]", "never meets");
  expect_refused("rules: [{kind: transaction_conflict, operations: Query}]", "never meets");
  EXPECT_EQ(refusal_of("rules: [{kind: transaction_conflict, operations: ModelWrite}]"), "");
}

TEST(FaultPlan, IsBounded) {
  std::string many = "rules:\n";
  for (std::size_t i = 0; i <= kFaultRulesMax; ++i) many += "  - {kind: throttle}\n";
  expect_refused(many, "1 to 100 rules");
  expect_refused(std::string(2'000'000, ' '), "at most 1000000 bytes");
}

}  // namespace
}  // namespace partita::faults
