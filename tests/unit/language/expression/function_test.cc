#include <gtest/gtest.h>

#include <string>

#include "unit/language/expression/given.h"

namespace partita::expression {
namespace {

const Item kItem{{"s", "hello"},
                 {"n", 5},
                 {"b", Binary{"hi there"}},
                 {"t", true},
                 {"nil", nullptr},
                 {"l", List{"hi", numbers({1, 2}), List{3, 4}, 7}},
                 {"m", Map{{"x", 2}, {"y", Map{{"deep", 3}}}}},
                 {"ss", strings({"p", "q"})},
                 {"ns", numbers({2, 4, 7})},
                 {"bs", binaries({Binary{"ab"}, Binary{"cd"}})}};

std::string with(const Value& value, std::string_view text) {
  return Given().value(":v", value).holds(text, kItem);
}
std::string wrong(const std::string& problem) { return "Invalid ConditionExpression: " + problem; }

TEST(AttributeExists, SeesAttributesOfEachTypeEvenNull) {
  for (const std::string name : {"s", "n", "b", "t", "nil", "l", "m", "ss", "ns", "bs"}) {
    EXPECT_EQ(Given().name("#a", name).holds("attribute_exists(#a)", kItem), "true") << name;
    EXPECT_EQ(Given().name("#a", name).holds("attribute_not_exists(#a)", kItem), "false") << name;
  }
}

TEST(AttributeExists, FollowsPaths) {
  EXPECT_EQ(Given().holds("attribute_exists(m.y.deep) AND attribute_exists(l[2][1])", kItem),
            "true");
  EXPECT_EQ(Given().holds("attribute_exists(m.z)", kItem), "false");
  EXPECT_EQ(Given().holds("attribute_exists(l[4])", kItem), "false");
}

TEST(AttributeExists, FindsNothingInsideAScalarOrTheOtherSortOfDocument) {
  EXPECT_EQ(Given().holds("attribute_not_exists(s.x) AND attribute_not_exists(s[0])", kItem),
            "true");
  EXPECT_EQ(Given().holds("attribute_not_exists(l.x) AND attribute_not_exists(m[0])", kItem),
            "true");
}

TEST(AttributeExists, WantsAPath) {
  EXPECT_EQ(with(1, "attribute_exists(:v)"),
            wrong("Operator or function requires a document path; operator or function: "
                  "attribute_exists"));
  EXPECT_EQ(with(1, "attribute_not_exists(:v)"),
            wrong("Operator or function requires a document path; operator or function: "
                  "attribute_not_exists"));
}

TEST(AttributeType, KnowsAllTen) {
  for (const auto& [name, type] :
       {std::pair("s", "S"), std::pair("n", "N"), std::pair("b", "B"), std::pair("t", "BOOL"),
        std::pair("nil", "NULL"), std::pair("l", "L"), std::pair("m", "M"), std::pair("ss", "SS"),
        std::pair("ns", "NS"), std::pair("bs", "BS")}) {
    const Given given = Given().name("#a", name).value(":t", type);
    EXPECT_EQ(given.holds("attribute_type(#a, :t)", kItem), "true") << type;
    EXPECT_EQ(given.holds("attribute_type(gone, :t)", kItem), "false") << type;
  }
}

TEST(AttributeType, IsFalseForAnotherType) {
  EXPECT_EQ(with("N", "attribute_type(s, :v)"), "false");
}

TEST(AttributeType, TellsTheTypeOfConstantsAndSizesToo) {
  EXPECT_EQ(with("S", "attribute_type(:v, :v)"), "true");
  EXPECT_EQ(with("N", "attribute_type(size(s), :v)"), "true");
}

TEST(AttributeType, RefusesAnUnknownType) {
  EXPECT_EQ(with("DOG", "attribute_type(s, :v)"),
            wrong("Invalid attribute type name found; type: DOG, valid types: "
                  "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}"));
}

TEST(AttributeType, WantsAConstantString) {
  EXPECT_EQ(Given().holds("attribute_type(s, n)", kItem),
            wrong("Incorrect operand type for operator or function; operator or function: "
                  "attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}"));
  EXPECT_EQ(with(1, "attribute_type(s, :v)"),
            wrong("Incorrect operand type for operator or function; operator or function: "
                  "attribute_type, operand type: N"));
}

TEST(BeginsWith, ComparesStringsAndBinaries) {
  EXPECT_EQ(with("hell", "begins_with(s, :v)"), "true");
  EXPECT_EQ(with("ello", "begins_with(s, :v)"), "false");
  EXPECT_EQ(with("", "begins_with(s, :v)"), "true");
  EXPECT_EQ(with(Binary{"hi"}, "begins_with(b, :v)"), "true");
  EXPECT_EQ(with("hi", "begins_with(b, :v)"), "false");
}

TEST(BeginsWith, TakesItsOperandsFromAnywhere) {
  EXPECT_EQ(with("hello world", "begins_with(:v, s)"), "true");
  EXPECT_EQ(Given().holds("begins_with(s, l[0])", kItem), "false");
}

TEST(BeginsWith, IsFalseForAttributesOfOtherTypes) {
  EXPECT_EQ(with("5", "begins_with(n, :v)"), "false");
  EXPECT_EQ(with("p", "begins_with(ss, :v)"), "false");
  EXPECT_EQ(with("x", "begins_with(absent, :v)"), "false");
}

TEST(BeginsWith, RefusesConstantsOfOtherTypes) {
  EXPECT_EQ(with(2, "begins_with(s, :v)"),
            wrong("Incorrect operand type for operator or function; operator or function: "
                  "begins_with, operand type: N"));
}

TEST(Contains, FindsPartsOfStringsAndBinaries) {
  EXPECT_EQ(with("ell", "contains(s, :v)"), "true");
  EXPECT_EQ(with("dog", "contains(s, :v)"), "false");
  EXPECT_EQ(with("", "contains(s, :v)"), "true");
  EXPECT_EQ(with(Binary{"here"}, "contains(b, :v)"), "true");
  EXPECT_EQ(with("here", "contains(b, :v)"), "false");
}

TEST(Contains, FindsElementsOfSetsOfTheirType) {
  EXPECT_EQ(with("q", "contains(ss, :v)"), "true");
  EXPECT_EQ(with("r", "contains(ss, :v)"), "false");
  EXPECT_EQ(with(4, "contains(ns, :v)"), "true");
  EXPECT_EQ(with("4", "contains(ns, :v)"), "false");
  EXPECT_EQ(with(Binary{"cd"}, "contains(bs, :v)"), "true");
  EXPECT_EQ(with("cd", "contains(bs, :v)"), "false");
}

TEST(Contains, FindsElementsOfListsOfAnyType) {
  EXPECT_EQ(with("hi", "contains(l, :v)"), "true");
  EXPECT_EQ(with(numbers({1, 2}), "contains(l, :v)"), "true");
  EXPECT_EQ(with(List{3, 4}, "contains(l, :v)"), "true");
  EXPECT_EQ(with(3, "contains(l, :v)"), "false");
}

TEST(Contains, DoesNotLookForASetInASet) {
  EXPECT_EQ(with(strings({"p"}), "contains(ss, :v)"), "false");
}

TEST(Contains, IsFalseForMapsNumbersAndWhatIsAbsent) {
  EXPECT_EQ(with("x", "contains(m, :v)"), "false");
  EXPECT_EQ(with(5, "contains(n, :v)"), "false");
  EXPECT_EQ(with("x", "contains(absent, :v)"), "false");
  EXPECT_EQ(Given().holds("contains(s, absent)", kItem), "false");
}

TEST(Contains, LooksForASize) {
  EXPECT_EQ(Given().holds("contains(ns, size(ss))", kItem), "true");
  EXPECT_EQ(Given().holds("contains(l, size(ss))", kItem), "false");
  EXPECT_EQ(Given().holds("contains(l, size(x))", Item{{"l", List{7}}, {"x", "1234567"}}), "true");
}

TEST(Contains, RefusesTheSamePathTwice) {
  EXPECT_EQ(
      Given().holds("contains(s, s)", kItem),
      wrong("The first operand must be distinct from the remaining operands for this operator "
            "or function; operator: contains, first operand: [s]"));
}

TEST(Size, CountsWhatEachTypeHas) {
  EXPECT_EQ(with(5, "size(s) = :v"), "true");
  EXPECT_EQ(with(8, "size(b) = :v"), "true");
  EXPECT_EQ(with(4, "size(l) = :v"), "true");
  EXPECT_EQ(with(2, "size(m) = :v"), "true");
  EXPECT_EQ(with(2, "size(ss) = :v"), "true");
  EXPECT_EQ(with(3, "size(ns) = :v"), "true");
  EXPECT_EQ(with(2, "size(bs) = :v"), "true");
}

TEST(Size, CountsUtf16UnitsOfStrings) {
  // One unit for the first, two for the second.
  EXPECT_EQ(Given().value(":v", 3).holds("size(x) = :v", Item{{"x", "\u00e9\U0001F600"}}), "true");
}

TEST(Size, OfAnAttributeWithoutOneIsAbsent) {
  for (const std::string name : {"n", "t", "nil", "absent"}) {
    const Given given = Given().name("#a", name).value(":v", 1);
    EXPECT_EQ(given.holds("size(#a) = :v", kItem), "false") << name;
    EXPECT_EQ(given.holds("size(#a) < :v OR size(#a) >= :v", kItem), "false") << name;
    EXPECT_EQ(given.holds("size(#a) <> :v", kItem), "true") << name;
  }
}

TEST(Size, ComparesWithAllOperatorsAndFromBothSides) {
  EXPECT_EQ(with(4, "size(s) > :v AND :v < size(s) AND size(s) >= :v AND size(s) <> :v"), "true");
  EXPECT_EQ(Given().holds("size(s) = n AND size(ss) < size(ns)", kItem), "true");
  EXPECT_EQ(with("5", "size(s) = :v"), "false");
  EXPECT_EQ(with("5", "size(s) < :v"), "false");
}

TEST(Size, StandsInBetween) {
  EXPECT_EQ(Given().value(":l", 1).value(":u", 9).holds("size(s) BETWEEN :l AND :u", kItem),
            "true");
}

TEST(Size, OfAConstantMustExist) {
  EXPECT_EQ(with("abc", "size(:v) > size(ss)"), "true");
  EXPECT_EQ(with(1, "size(:v) > n"),
            wrong("Incorrect operand type for operator or function; operator or function: size, "
                  "operand type: N"));
}

TEST(Size, HasNoSizeItself) {
  EXPECT_EQ(with(1, "size(size(s)) = :v"),
            wrong("Incorrect operand type for operator or function; operator or function: size, "
                  "operand type: N"));
}

TEST(Functions, WantTheRightNumberOfOperands) {
  const std::string problem =
      "Incorrect number of operands for operator or function; operator or function: ";
  EXPECT_EQ(with(1, "size(s, n) = :v"), wrong(problem + "size, number of operands: 2"));
  EXPECT_EQ(Given().holds("attribute_exists(s, n)", kItem),
            wrong(problem + "attribute_exists, number of operands: 2"));
  EXPECT_EQ(Given().holds("begins_with(s)", kItem),
            wrong(problem + "begins_with, number of operands: 1"));
  EXPECT_EQ(Given().holds("contains(s, n, b)", kItem),
            wrong(problem + "contains, number of operands: 3"));
}

TEST(Functions, ThatDoNotExistAreToldSo) {
  EXPECT_EQ(Given().holds("dog(s)", kItem), wrong("Invalid function name; function: dog"));
}

TEST(Functions, OfUpdatesAreNotAllowedInConditions) {
  EXPECT_EQ(with(1, "if_not_exists(s, n) = :v"),
            wrong("The function is not allowed in a condition expression; function: "
                  "if_not_exists"));
  EXPECT_EQ(Given().value(":v", 1).holds("list_append(s, n) = :v", kItem, ExpressionKind::Filter),
            "Invalid FilterExpression: The function is not allowed in a condition expression; "
            "function: list_append");
}

TEST(Functions, OfConditionsAreNotAllowedInUpdates) {
  EXPECT_EQ(Given().update_error("SET a = size(b)"),
            "Invalid UpdateExpression: The function is not allowed in an update expression; "
            "function: size");
}

TEST(Functions, ThatAreTestsCannotBeCompared) {
  EXPECT_EQ(with(1, "attribute_exists(s) < :v"),
            wrong("The function is not allowed to be used this way in an expression; function: "
                  "attribute_exists"));
}

TEST(Functions, ThatAreTestsCannotBeArguments) {
  EXPECT_EQ(with(1, "size(contains(s, n)) = :v"),
            wrong("The function is not allowed to be used this way in an expression; function: "
                  "contains"));
}

TEST(Functions, ThatAreValuesCannotBeTests) {
  EXPECT_EQ(Given().holds("size(s)", kItem),
            wrong("The function is not allowed to be used this way in an expression; function: "
                  "size"));
}

}  // namespace
}  // namespace partita::expression
