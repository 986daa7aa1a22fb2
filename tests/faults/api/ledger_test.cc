// The checkers of the fault tests, fed with what they must find.
#include "faults/api/ledger.h"

#include <gtest/gtest.h>

#include "faults/api/tested_table.h"

namespace partita::faults {
namespace {

Json item(const std::string& sk, const std::string& content) {
  return {{"pk", {{"S", "p"}}}, {"sk", {{"N", sk}}}, {"a", {{"S", content}}}};
}

const Json kOld = item("1", "old");
const Json kNew = item("1", "new");
const Json kOther = item("2", "other");

Ledger with_old_item() {
  Ledger ledger;
  ledger.acknowledge({{{"p/1", kOld}}});
  return ledger;
}

TEST(Ledger, FindsAnAcknowledgedItemThatIsMissingOrChanged) {
  const Ledger ledger = with_old_item();
  EXPECT_TRUE(ledger.violations({{"p/1", kOld}}).empty());
  EXPECT_EQ(ledger.violations({}).size(), 1U);
  EXPECT_EQ(ledger.violations({{"p/1", kNew}}).size(), 1U);
}

TEST(Ledger, FindsAnItemThatWasDeletedOrNeverWritten) {
  Ledger ledger = with_old_item();
  EXPECT_EQ(ledger.violations({{"p/1", kOld}, {"p/2", kOther}}).size(), 1U);
  ledger.acknowledge({{{"p/1", std::nullopt}}});
  EXPECT_EQ(ledger.violations({{"p/1", kOld}}).size(), 1U);
}

TEST(Ledger, AllowsAnOpenStepBothWaysButNotHalf) {
  Ledger ledger = with_old_item();
  ledger.leave_open({{{"p/1", kNew}, {"p/2", kOther}}});
  EXPECT_TRUE(ledger.violations({{"p/1", kOld}}).empty());
  EXPECT_TRUE(ledger.violations({{"p/1", kNew}, {"p/2", kOther}}).empty());
  EXPECT_EQ(ledger.violations({{"p/1", kNew}}).size(), 1U);
  EXPECT_EQ(ledger.violations({{"p/1", kOld}, {"p/2", kOther}}).size(), 1U);
}

TEST(Ledger, AllowsTheStepsOfABatchOneByOne) {
  Ledger ledger = with_old_item();
  ledger.leave_open({{{"p/1", kNew}}, {{"p/2", kOther}}});
  EXPECT_TRUE(ledger.violations({{"p/1", kNew}}).empty());
  EXPECT_TRUE(ledger.violations({{"p/1", kOld}, {"p/2", kOther}}).empty());
  EXPECT_EQ(ledger.violations({}).size(), 1U) << "neither the old item nor the new one";
}

TEST(IndexCheck, FindsWhatIsMissingLeftOverOrProjectedWrongly) {
  const TestedIndex& by_value = tested_indexes().back();
  Json in_index = item("1", "text");
  in_index["v"] = {{"N", "7"}};
  in_index["n"] = {{"N", "3"}};
  Json entry = in_index;
  entry.erase("a");
  EXPECT_TRUE(index_violations(by_value, {in_index, kOther}, {entry}).empty());
  EXPECT_EQ(index_violations(by_value, {in_index}, {}).size(), 1U);
  EXPECT_EQ(index_violations(by_value, {}, {entry}).size(), 1U);
  EXPECT_EQ(index_violations(by_value, {in_index}, {entry, entry}).size(), 1U);
  EXPECT_EQ(index_violations(by_value, {in_index}, {in_index}).size(), 2U);
}

}  // namespace
}  // namespace partita::faults
