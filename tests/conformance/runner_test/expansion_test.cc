#include "conformance/runner/expansion.h"

#include <gtest/gtest.h>

namespace partita::conformance {
namespace {

TEST(Expansion, RepeatsText) {
  EXPECT_EQ(expand("<$repeat(ab,3)>", {}), "<ababab>");
  EXPECT_EQ(expand("$repeat(:v,,2)", {}), ":v,:v,");
  EXPECT_EQ(expand("$repeat(f(x) ,2)", {}), "f(x) f(x) ");
}

TEST(Expansion, WritesATextForEachNumber) {
  EXPECT_EQ(expand(R"([$each(i,9..11,{"k":"v$i"})])", {}),
            R"([{"k":"v9"},{"k":"v10"},{"k":"v11"}])");
  EXPECT_EQ(expand("$each(i, 1..2, $each(j,1..2,$i-$j))", {}), "1-1,1-2,2-1,2-2");
}

TEST(Expansion, NestsValues) {
  EXPECT_EQ(expand("$nested(2)", {}), R"({"L":[{"L":[{"S":"x"}]}]})");
}

TEST(Expansion, WritesBytes) {
  EXPECT_EQ(expand("a$byte(ff)b", {}),
            "a\xff"
            "b");
}

TEST(Expansion, PutsInWhatHasAName) {
  const Names names = {{"key", Json::parse(R"({"pk":{"S":"a"}})")}, {"arn", "arn:x"}, {"n", 5}};
  EXPECT_EQ(expand(R"({"Start":"$key"})", names), R"({"Start":{"pk":{"S":"a"}}})");
  EXPECT_EQ(expand(R"({"Arn":"$arn"})", names), R"({"Arn":"arn:x"})");
  EXPECT_EQ(expand(R"({"Arn":"$arn/index"})", names), R"({"Arn":"arn:x/index"})");
  EXPECT_EQ(expand(R"({"Limit":$n})", names), R"({"Limit":5})");
}

TEST(Expansion, LeavesOtherWordsAlone) {
  EXPECT_EQ(expand(R"("$any" costs 5$ in $other(x))", {}), R"("$any" costs 5$ in $other(x))");
}

}  // namespace
}  // namespace partita::conformance
