#include <gtest/gtest.h>

#include "unit/model/rules/test_table.h"

// `late: ignore`: a write whose only fault is that it would lead back changes nothing.

namespace partita::rules {
namespace {

Item execution(const char* status) {
  Item item{{"executionArn", "arn:aws:states:us-east-1:1:execution:a-b:c"},
            {"status", status},
            {"agentName", "a"},
            {"executionName", "c"},
            {"redriveCount", 0},
            {"indexedAt", "2025-09-29T12:35:01.000Z"},
            {"startDate", "2025-09-29T12:34:50.000Z"}};
  if (std::string_view(status) != "RUNNING") item.set("stopDate", "2025-09-29T12:35:00.000Z");
  return item;
}

TEST(LateWrites, ChangeNothingAndAreNoted) {
  const auto table = TestTable::of_file("execution_index");
  const Answer answer = table.put(execution("RUNNING"), execution("SUCCEEDED"));
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(answer.item, execution("SUCCEEDED"));
  ASSERT_TRUE(answer.outcome.late);
  EXPECT_EQ(answer.outcome.late->code, "M201");
  EXPECT_EQ(answer.outcome.late->current, "SUCCEEDED");
  EXPECT_EQ(answer.outcome.late->value, "RUNNING");
}

TEST(LateWrites, OfAnUpdateAreIgnoredWithAllThatTheyChange) {
  const auto table = TestTable::of_file("execution_index");
  const Item before = execution("SUCCEEDED");
  const Item after = with(with(before, "status", "FAILED"), "redriveCount", 3);
  const Answer answer = table.update(before, after, {"status", "redriveCount"});
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(answer.item, before);
}

TEST(LateWrites, AlsoIfOnlyTheGuardDoesNotHold) {
  const auto table = TestTable::of_file("execution_index");
  const Answer answer = table.put(execution("RUNNING"), execution("FAILED"));
  ASSERT_TRUE(answer.is_allowed) << answer.text;
  EXPECT_EQ(answer.item, execution("FAILED"));
  const Answer redriven =
      table.put(with(execution("RUNNING"), "redriveCount", 1), execution("FAILED"));
  EXPECT_EQ(*redriven.item.find("status"), Value("RUNNING"));
  EXPECT_FALSE(redriven.outcome.late);
}

TEST(LateWrites, WithAnotherFaultAreRefusedForBoth) {
  const auto table = TestTable::of_file("execution_index");
  const Answer answer =
      table.put(with(execution("RUNNING"), "redriveCount", -1), execution("SUCCEEDED"));
  ASSERT_FALSE(answer.is_allowed);
  EXPECT_EQ(answer.refusal->code, "M101");
  EXPECT_EQ(answer.refusal->others.at(0).code, "M201");
}

TEST(LateWrites, AreNotNewItemsInAStateThatIsNoBeginning) {
  const auto table = TestTable::of_file("execution_index");
  const Answer answer = table.put(execution("PENDING_REDRIVE"));
  ASSERT_FALSE(answer.is_allowed);
  EXPECT_EQ(answer.refusal->code, "M201");
}

}  // namespace
}  // namespace partita::rules
