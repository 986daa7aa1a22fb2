#include "wire/faults/faults.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace partita::faults {
namespace {

using namespace std::chrono_literals;

class FaultsInForce : public ::testing::Test {
 protected:
  Faults& faults(FaultPlan plan) {
    faults_.set(std::move(plan));
    return faults_;
  }
  static FaultSubject put(std::string table = "Orders") {
    return {.operation = "PutItem", .tables = {std::move(table)}};
  }
  static FaultRule rule(FaultKind kind = FaultKind::Throttle) {
    FaultRule made;
    made.kind = kind;
    if (kind == FaultKind::StaleRead) made.age = 1s;
    return made;
  }
  // Which of so many requests meet a fault.
  std::string pattern(int requests) {
    std::string met;
    for (int i = 0; i < requests; ++i) met += faults_.choose(put()) ? 'x' : '.';
    return met;
  }

  ManualClock clock_;
  std::vector<std::string> told_;
  Faults faults_{
      {.report = [this](std::string_view line) { told_.emplace_back(line); }, .clock = &clock_}};
};

TEST_F(FaultsInForce, AreOffUntilTheyAreSet) {
  EXPECT_FALSE(faults_.is_on());
  EXPECT_FALSE(faults_.choose(put()));
  EXPECT_TRUE(told_.empty());
  faults({.rules = {rule()}});
  EXPECT_TRUE(faults_.is_on());
  EXPECT_TRUE(faults_.choose(put()));
  faults_.clear();
  EXPECT_FALSE(faults_.is_on());
  EXPECT_FALSE(faults_.choose(put()));
  ASSERT_EQ(told_.size(), 2U);
  EXPECT_NE(told_[0].find("FAULTS ARE ON"), std::string::npos);
  EXPECT_EQ(told_[1], "faults are off");
}

TEST_F(FaultsInForce, AreForTheOperationsAndTablesOfTheirRules) {
  FaultRule chosen = rule();
  chosen.operations = {"PutItem"};
  chosen.tables = {"Orders", "test_*"};
  faults({.rules = {chosen}});
  EXPECT_TRUE(faults_.choose(put("Orders")));
  EXPECT_TRUE(faults_.choose(put("test_1")));
  EXPECT_FALSE(faults_.choose(put("Order")));
  EXPECT_FALSE(faults_.choose(put("Orders2")));
  EXPECT_FALSE(faults_.choose({.operation = "GetItem", .tables = {"Orders"}}));
  EXPECT_TRUE(faults_.choose({.operation = "PutItem", .tables = {"other", "Orders"}}));
}

TEST_F(FaultsInForce, ComeEachSoManiethTimeAndSoOften) {
  FaultRule third = rule();
  third.every = 3;
  third.count_max = 2;
  faults({.rules = {third}});
  EXPECT_EQ(pattern(12), "..x..x......");
  EXPECT_FALSE(faults_.is_on()) << "a rule that is over costs nothing";
  EXPECT_EQ(faults_.rules_left(), 0U);
}

TEST_F(FaultsInForce, ByChanceAreTheSameForTheSameSeed) {
  FaultRule some = rule();
  some.rate = 0.3;
  faults({.seed = 7, .rules = {some}});
  const std::string first = pattern(1000);
  faults({.seed = 7, .rules = {some}});
  EXPECT_EQ(pattern(1000), first);
  faults({.seed = 8, .rules = {some}});
  EXPECT_NE(pattern(1000), first);
  const auto met = std::count(first.begin(), first.end(), 'x');
  EXPECT_GT(met, 230);
  EXPECT_LT(met, 370);
}

TEST_F(FaultsInForce, EndWithTheirTime) {
  FaultRule timed = rule();
  timed.duration = 30s;
  faults({.rules = {timed}});
  clock_.advance(29s);
  EXPECT_TRUE(faults_.choose(put()));
  clock_.advance(1s);
  EXPECT_FALSE(faults_.choose(put()));
  EXPECT_FALSE(faults_.is_on());
}

TEST_F(FaultsInForce, TheFirstRuleThatIsDueGoesBeforeTheOthers) {
  FaultRule once = rule(FaultKind::Unavailable);
  once.count_max = 1;
  faults({.rules = {once, rule(FaultKind::InternalError)}});
  EXPECT_EQ(faults_.choose(put())->kind, FaultKind::Unavailable);
  EXPECT_EQ(faults_.choose(put())->kind, FaultKind::InternalError);
  EXPECT_EQ(faults_.kinds_left(), "internal_error");
}

TEST_F(FaultsInForce, ABatchOfOneHasNoPartAndAConsistentReadIsNeverOld) {
  faults({.rules = {rule(FaultKind::PartialBatch), rule(FaultKind::StaleRead)}});
  EXPECT_FALSE(faults_.choose({.operation = "BatchWriteItem", .tables = {}, .members = 1}));
  EXPECT_TRUE(faults_.choose({.operation = "BatchWriteItem", .tables = {}, .members = 2}));
  EXPECT_FALSE(faults_.choose({.operation = "GetItem", .tables = {}, .is_consistent = true}));
  const auto stale = faults_.choose({.operation = "GetItem", .tables = {}});
  ASSERT_TRUE(stale);
  EXPECT_NE(stale->past, nullptr);
}

TEST_F(FaultsInForce, AreToldWithHowOftenTheyWereMet) {
  FaultRule third = rule();
  third.every = 3;
  third.tables = {"Orders"};
  faults({.seed = 9, .rules = {third}});
  pattern(7);
  const std::string document = faults_.document();
  for (const char* part :
       {R"("on": true)", R"("allowed": false)", R"("seed": 9)", R"("matched": 7)", R"("met": 2)",
        R"("every": 3)", R"("kind": "throttle")"}) {
    EXPECT_NE(document.find(part), std::string::npos) << part << document;
  }
  EXPECT_EQ(faults_.met()[0], 2U);
}

}  // namespace
}  // namespace partita::faults
