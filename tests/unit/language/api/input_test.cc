#include "partita/api/input.h"

#include <gtest/gtest.h>

namespace partita::api {
namespace {

TEST(ItemInput, IsFineWithAnItem) {
  const ItemInput input = EncodedItem(Item{{"pk", "a"}});
  EXPECT_TRUE(input.check().ok());
  EXPECT_EQ(input.view().to_item(), (Item{{"pk", "a"}}));
}

TEST(ItemInput, TellsItsProblemEachTimeItIsAsked) {
  const ItemInput input(InputProblem{"a", Error::invalid_argument("bad")});
  EXPECT_EQ(input.check().error().message(), "bad");
  EXPECT_EQ(input.check().error().message(), "bad");
  EXPECT_EQ(input.problem()->attribute, "a");
}

TEST(ValueInput, HasAValueOrAProblem) {
  const ValueInput value = EncodedValue(Value("a"));
  EXPECT_TRUE(value.check().ok());
  EXPECT_EQ(value.view().string(), "a");
  const ValueInput problem(Error::invalid_argument("bad"));
  EXPECT_EQ(problem.check().error().message(), "bad");
}

}  // namespace
}  // namespace partita::api
