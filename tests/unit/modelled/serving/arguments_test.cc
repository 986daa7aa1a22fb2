#include "modelled/serving/arguments.h"

#include <gtest/gtest.h>

namespace partita::serving {
namespace {

TEST(Arguments, KeepTheLaterOfTwoValues) {
  Arguments arguments;
  arguments.set("stage", "dev");
  arguments.set("id", "7");
  arguments.set("stage", "prod");
  ASSERT_NE(arguments.find("stage"), nullptr);
  EXPECT_EQ(*arguments.find("stage"), "prod");
  EXPECT_EQ(arguments.find("status"), nullptr);
  EXPECT_EQ(arguments.all().size(), 2u);
}

}  // namespace
}  // namespace partita::serving
