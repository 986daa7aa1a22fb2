#include <gtest/gtest.h>

#include <string>

#include "language/expression/parse.h"
#include "unit/language/expression/parse_error.h"

namespace partita::expression {
namespace {

std::string filter_error(std::string_view text) {
  const auto tree = parse_condition(ExpressionKind::Filter, text);
  return tree.ok() ? "no error" : tree.error().message();
}

// `count` times `part` with `separator` between them.
std::string repeated(std::size_t count, const std::string& part, const std::string& separator) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : separator) + part;
  return text;
}

TEST(Limits, AllowFourThousandAndNinetySixBytes) {
  EXPECT_EQ(filter_error("a = :v" + std::string(4090, ' ')), "no error");
}

TEST(Limits, RefuseOneByteMoreBeforeAnySyntax) {
  EXPECT_EQ(filter_error(std::string(4097, '!')),
            "Invalid FilterExpression: Expression size has exceeded the maximum allowed size; "
            "expression size: 4097");
  EXPECT_EQ(projection_error(std::string(200004, 'a')),
            "Invalid ProjectionExpression: Expression size has exceeded the maximum allowed size; "
            "expression size: 200004");
}

TEST(Limits, CountBytesNotCharacters) {
  EXPECT_EQ(filter_error(repeated(2049, "\u00e9", "")),
            "Invalid FilterExpression: Expression size has exceeded the maximum allowed size; "
            "expression size: 4098");
}

TEST(Limits, DoNotTellTheSizeOfAnUpdate) {
  EXPECT_EQ(update_error(std::string(4097, '!')),
            "Invalid UpdateExpression: Expression size has exceeded the maximum allowed size;");
}

TEST(Limits, AllowThreeHundredOperators) {
  // 150 comparisons and 149 ANDs, and a NOT.
  EXPECT_EQ(filter_error("NOT " + repeated(150, "a<:b", " AND ")), "no error");
}

TEST(Limits, RefuseThreeHundredAndOneOperators) {
  EXPECT_EQ(filter_error(repeated(151, "a<:b", " AND ")),
            "Invalid FilterExpression: The expression contains too many operators; operator count: "
            "301");
}

TEST(Limits, CountFunctionsAsOperatorsAndParenthesesNot) {
  EXPECT_EQ(filter_error(repeated(100, "(size(a)<:b)", " OR ")), "no error");
  EXPECT_EQ(filter_error(repeated(101, "(size(a)<:b)", " OR ")),
            "Invalid FilterExpression: The expression contains too many operators; operator count: "
            "302");
}

TEST(Limits, CountSumsOfAnUpdate) {
  EXPECT_EQ(update_error("SET " + repeated(300, "a=:b+:c", ",")), "no error");
  EXPECT_EQ(update_error("SET " + repeated(301, "a=:b+:c", ",")),
            "Invalid UpdateExpression: The expression contains too many operators; operator count: "
            "301");
}

TEST(Limits, RefuseThreeHundredAndOneNegations) {
  EXPECT_EQ(filter_error(repeated(301, "NOT ", "") + "a = :b"),
            "Invalid FilterExpression: The expression contains too many operators; operator count: "
            "302");
}

TEST(Limits, RefuseThousandsOfNegationsWithoutDeepRecursion) {
  EXPECT_EQ(filter_error(repeated(1000, "NOT ", "") + "a = :b").substr(0, 66),
            "Invalid FilterExpression: The expression contains too many operato");
}

TEST(Limits, AllowAHundredOperandsOfIn) {
  EXPECT_EQ(filter_error("a IN (" + repeated(100, ":b", ",") + ")"), "no error");
}

TEST(Limits, RefuseAHundredAndOneOperandsOfIn) {
  EXPECT_EQ(filter_error("a IN (" + repeated(101, ":b", ",") + ")"),
            "Invalid FilterExpression: The IN operator is provided with too many operands; number "
            "of operands: 101");
}

TEST(Limits, AllowPathsOfThirtyTwoParts) {
  EXPECT_EQ(projection_error(repeated(32, "a", ".")), "no error");
  EXPECT_EQ(projection_error("a" + repeated(31, "[0]", "")), "no error");
}

TEST(Limits, RefusePathsOfThirtyThreeParts) {
  EXPECT_EQ(
      projection_error(repeated(33, "a", ".")),
      "Invalid ProjectionExpression: The document path has more levels than an item can have; "
      "levels: 33");
}

TEST(Limits, AllowTheLargestIndex) { EXPECT_EQ(projection_error("a[2147483647]"), "no error"); }

TEST(Limits, RefuseAnIndexOverTheLargest) {
  const std::string problem =
      "Invalid ProjectionExpression: List index is not within the allowable range; index: ";
  EXPECT_EQ(projection_error("a[2147483648]"), problem + "[2147483648]");
  EXPECT_EQ(projection_error("a[99999999999999999999]"), problem + "[99999999999999999999]");
}

}  // namespace
}  // namespace partita::expression
