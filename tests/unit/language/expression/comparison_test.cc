#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "unit/language/expression/given.h"

namespace partita::expression {
namespace {

// One value of each type.
const std::vector<std::pair<std::string, Value>>& values_of_all_types() {
  static const std::vector<std::pair<std::string, Value>> values = {
      {"S", "1"},           {"N", 1},
      {"B", Binary{"1"}},   {"BOOL", true},
      {"NULL", nullptr},    {"L", List{1, "a"}},
      {"M", Map{{"a", 1}}}, {"SS", strings({"1"})},
      {"NS", numbers({1})}, {"BS", binaries({Binary{"1"}})},
  };
  return values;
}

std::string compared(const Value& left, const std::string& comparator, const Value& right) {
  return Given().value(":v", right).holds("a " + comparator + " :v", Item{{"a", left}});
}

TEST(Equality, HoldsForEachTypeWithItself) {
  for (const auto& [type, value] : values_of_all_types()) {
    EXPECT_EQ(compared(value, "=", value), "true") << type;
    EXPECT_EQ(compared(value, "<>", value), "false") << type;
  }
}

TEST(Equality, NeverHoldsBetweenTwoTypes) {
  for (const auto& [type, value] : values_of_all_types()) {
    for (const auto& [other_type, other] : values_of_all_types()) {
      if (type == other_type) continue;
      EXPECT_EQ(compared(value, "=", other), "false") << type << " " << other_type;
      EXPECT_EQ(compared(value, "<>", other), "true") << type << " " << other_type;
    }
  }
}

TEST(Equality, ComparesNumbersByValue) {
  EXPECT_EQ(compared(Number::parse("1.0").value(), "=", 1), "true");
  EXPECT_EQ(compared(Number::parse("-0").value(), "=", 0), "true");
}

TEST(Equality, KeepsNumbersApartInTheirLastDigit) {
  EXPECT_EQ(compared(Number::parse("12345678901234567890123456789012345678").value(), "=",
                     Number::parse("12345678901234567890123456789012345679").value()),
            "false");
}

TEST(Equality, IgnoresTheOrderOfSetsAndMaps) {
  EXPECT_EQ(compared(strings({"b", "a"}), "=", strings({"a", "b"})), "true");
  EXPECT_EQ(compared(Map{{"b", 1}, {"a", 2}}, "=", Map{{"a", 2}, {"b", 1}}), "true");
}

TEST(Equality, RespectsTheOrderOfLists) {
  EXPECT_EQ(compared(List{1, 2}, "=", List{2, 1}), "false");
}

TEST(Equality, GoesDownIntoDocuments) {
  const Value document = Map{{"l", List{Map{{"x", numbers({1, 2})}}}}};
  EXPECT_EQ(compared(document, "=", document), "true");
  EXPECT_EQ(compared(document, "=", Map{{"l", List{Map{{"x", numbers({1, 3})}}}}}), "false");
}

TEST(Absence, IsEqualToNothing) {
  const Given given = Given().value(":v", 1);
  EXPECT_EQ(given.holds("absent = :v", Item{}), "false");
  EXPECT_EQ(given.holds(":v = absent", Item{}), "false");
  EXPECT_EQ(given.holds("absent = gone", Item{}), "false");
}

TEST(Absence, IsUnequalToEverything) {
  const Given given = Given().value(":v", 1);
  EXPECT_EQ(given.holds("absent <> :v", Item{}), "true");
  EXPECT_EQ(given.holds(":v <> absent", Item{}), "true");
  EXPECT_EQ(given.holds("absent <> gone", Item{}), "true");
}

TEST(Absence, HasNoOrder) {
  const Given given = Given().value(":v", 1);
  for (const std::string comparator : {"<", "<=", ">", ">="}) {
    EXPECT_EQ(given.holds("absent " + comparator + " :v", Item{}), "false");
    EXPECT_EQ(given.holds(":v " + comparator + " absent", Item{}), "false");
    EXPECT_EQ(given.holds("absent " + comparator + " gone", Item{}), "false");
  }
}

TEST(Absence, IsBetweenNothingAndInNothing) {
  const Given given = Given().value(":v", 1);
  EXPECT_EQ(given.holds("absent BETWEEN :v AND :v", Item{}), "false");
  EXPECT_EQ(given.holds("a BETWEEN absent AND :v", Item{{"a", 1}}), "false");
  EXPECT_EQ(given.holds("absent IN (:v, gone)", Item{}), "false");
}

TEST(Absence, OfTheItemIsAbsenceOfAllAttributes) {
  const Given given = Given().value(":v", 1);
  EXPECT_EQ(given.holds("a <> :v", std::nullopt), "true");
  EXPECT_EQ(given.holds("attribute_exists(a)", std::nullopt), "false");
  EXPECT_EQ(given.holds("attribute_not_exists(a.b[0])", std::nullopt), "true");
}

TEST(Order, IsNumericForNumbers) {
  EXPECT_EQ(compared(9, "<", 10), "true");
  EXPECT_EQ(compared(-2, "<", -1), "true");
  EXPECT_EQ(compared(10, ">=", 10), "true");
  EXPECT_EQ(compared(10, "<", 10), "false");
}

TEST(Order, IsThatOfBytesForStrings) {
  EXPECT_EQ(compared("10", "<", "9"), "true");
  EXPECT_EQ(compared("Z", "<", "a"), "true");
  EXPECT_EQ(compared("a", "<", "\u00e9"), "true");
  EXPECT_EQ(compared("a", "<=", "a"), "true");
  EXPECT_EQ(compared("", "<", "a"), "true");
}

TEST(Order, IsUnsignedForBinaries) {
  EXPECT_EQ(compared(Binary{"\x7f"}, "<", Binary{"\x80"}), "true");
  EXPECT_EQ(compared(Binary{"\x80"}, ">", Binary{"\x7f"}), "true");
}

TEST(Order, DoesNotExistBetweenTypes) {
  EXPECT_EQ(compared(1, "<", "2"), "false");
  EXPECT_EQ(compared(1, ">=", "0"), "false");
  EXPECT_EQ(compared("a", "<", Binary{"b"}), "false");
}

TEST(Order, OfAnAttributeThatHasNoneIsFalse) {
  EXPECT_EQ(compared(List{1}, "<", 2), "false");
  EXPECT_EQ(compared(true, ">=", 0), "false");
}

TEST(Order, OfAConstantThatHasNoneIsRefused) {
  EXPECT_EQ(compared(1, "<", List{1}),
            "Invalid ConditionExpression: Incorrect operand type for operator or function; "
            "operator or function: <, operand type: L");
  EXPECT_EQ(compared(1, ">=", true),
            "Invalid ConditionExpression: Incorrect operand type for operator or function; "
            "operator or function: >=, operand type: BOOL");
  EXPECT_EQ(Given().value(":v", strings({"a"})).holds(":v > a", Item{}),
            "Invalid ConditionExpression: Incorrect operand type for operator or function; "
            "operator or function: >, operand type: SS");
}

TEST(Comparison, IsRefusedOfAPathWithItself) {
  EXPECT_EQ(Given().name("#b", "b").holds("a.b[1] = a.#b[1]", Item{}),
            "Invalid ConditionExpression: The first operand must be distinct from the remaining "
            "operands for this operator or function; operator: =, first operand: [a, b, [1]]");
}

TEST(Comparison, OfAValueWithItselfIsFine) {
  EXPECT_EQ(Given().value(":v", 1).holds(":v = :v", Item{}), "true");
}

TEST(Between, IncludesItsBounds) {
  const Given given = Given().value(":one", 1).value(":three", 3);
  EXPECT_EQ(given.holds("a BETWEEN :one AND :three", Item{{"a", 1}}), "true");
  EXPECT_EQ(given.holds("a BETWEEN :one AND :three", Item{{"a", 3}}), "true");
  EXPECT_EQ(given.holds("a BETWEEN :one AND :three", Item{{"a", 0}}), "false");
  EXPECT_EQ(given.holds("a BETWEEN :one AND :three", Item{{"a", 4}}), "false");
  EXPECT_EQ(given.holds("a BETWEEN :one AND :three", Item{{"a", "2"}}), "false");
}

TEST(Between, TakesAttributesAsBounds) {
  EXPECT_EQ(Given().holds("a BETWEEN x AND y", Item{{"a", 2}, {"x", 1}, {"y", 3}}), "true");
  EXPECT_EQ(Given().holds("a BETWEEN y AND x", Item{{"a", 2}, {"x", 1}, {"y", 3}}), "false");
}

TEST(Between, BindsCloserThanAnd) {
  EXPECT_EQ(Given().holds("b BETWEEN a AND c AND a < b", Item{{"a", 1}, {"b", 2}, {"c", 3}}),
            "true");
}

TEST(Between, RefusesBoundsOfTwoTypes) {
  EXPECT_EQ(Given().value(":l", "a").value(":u", 1).holds("a BETWEEN :l AND :u", Item{}),
            "Invalid ConditionExpression: The BETWEEN operator requires same data type for lower "
            "and upper bounds; lower bound operand: AttributeValue: {S:a}, upper bound operand: "
            "AttributeValue: {N:1}");
}

TEST(Between, RefusesBoundsInTheWrongOrder) {
  EXPECT_EQ(Given().value(":l", 2).value(":u", 1).holds("a BETWEEN :l AND :u", Item{}),
            "Invalid ConditionExpression: The BETWEEN operator requires upper bound to be greater "
            "than or equal to lower bound; lower bound operand: AttributeValue: {N:2}, upper bound "
            "operand: AttributeValue: {N:1}");
}

TEST(Between, ShowsBinaryBoundsInBase64) {
  const Given given = Given().value(":l", Binary{"b"}).value(":u", Binary{"a"});
  const std::string error = given.holds("a BETWEEN :l AND :u", Item{});
  EXPECT_NE(error.find("{B:Yg==}, upper bound operand: AttributeValue: {B:YQ==}"),
            std::string::npos)
      << error;
}

TEST(Between, RefusesConstantsWithoutOrder) {
  EXPECT_EQ(Given().value(":l", List{1}).value(":u", List{2}).holds("a BETWEEN :l AND :u", Item{}),
            "Invalid ConditionExpression: Incorrect operand type for operator or function; "
            "operator or function: BETWEEN, operand type: L");
}

TEST(Between, RefusesItsFirstPathAsABound) {
  EXPECT_EQ(Given().value(":l", 1).holds("a BETWEEN :l AND a", Item{}),
            "Invalid ConditionExpression: The first operand must be distinct from the remaining "
            "operands for this operator or function; operator: BETWEEN, first operand: [a]");
}

TEST(In, FindsAnEqualValueOfAnyType) {
  const Given given = Given().value(":s", "dog").value(":n", 174).value(":l", List{1});
  EXPECT_EQ(given.holds("a IN (:s, :n, :l)", Item{{"a", 174}}), "true");
  EXPECT_EQ(given.holds("a IN (:s, :n, :l)", Item{{"a", List{1}}}), "true");
  EXPECT_EQ(given.holds("a IN (:s, :n, :l)", Item{{"a", "174"}}), "false");
}

TEST(In, TakesAttributesAndSizes) {
  EXPECT_EQ(Given().holds("a IN (b, size(c))", Item{{"a", 2}, {"c", "xy"}}), "true");
}

TEST(In, RefusesItsFirstPathInTheList) {
  EXPECT_EQ(Given().holds("a IN (b, a)", Item{}),
            "Invalid ConditionExpression: The first operand must be distinct from the remaining "
            "operands for this operator or function; operator: IN, first operand: [a]");
}

TEST(Logic, PutsAndBeforeOr) {
  const Item item{{"a", 1}, {"b", 2}};
  EXPECT_EQ(Given().holds("a < b OR a > b AND a > b", item), "true");
  EXPECT_EQ(Given().holds("(a < b OR a > b) AND a > b", item), "false");
}

TEST(Logic, PutsNotBeforeAnd) {
  EXPECT_EQ(Given().holds("NOT a < b AND b < a", Item{{"a", 1}, {"b", 2}}), "false");
  EXPECT_EQ(Given().holds("NOT (a < b AND b < a)", Item{{"a", 1}, {"b", 2}}), "true");
}

TEST(Logic, NegatesAsOftenAsItIsTold) {
  const Item item{{"a", 1}, {"b", 2}};
  EXPECT_EQ(Given().holds("NOT NOT NOT NOT a < b", item), "true");
  EXPECT_EQ(Given().holds("NOT NOT NOT a < b", item), "false");
}

TEST(Logic, NegatesTheFalsehoodOfWhatIsAbsent) {
  EXPECT_EQ(Given().value(":v", 1).holds("NOT absent = :v", Item{}), "true");
  EXPECT_EQ(Given().value(":v", 1).holds("NOT absent < :v", Item{}), "true");
}

TEST(Names, OfAConditionAreSortedAndEachOnce) {
  const Given given = Given().name("#z", "z").value(":v", 1);
  const Placeholders placeholders = given.placeholders();
  PlaceholderUse use(placeholders);
  const auto tree =
      parse_condition(ExpressionKind::Filter, "#z.x = :v OR size(b[1]) > :v AND b[2] < z").value();
  const auto condition = Condition::bind(tree, use).value();
  EXPECT_EQ(condition.names(), (std::vector<std::string_view>{"b", "z"}));
}

}  // namespace
}  // namespace partita::expression
