#include "language/expression/key_condition.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/language/expression/given.h"

namespace partita::expression {
namespace {

using Operator = KeyClause::Operator;
using Names = std::vector<std::string_view>;

const Given& given() {
  static const Given given = Given().value(":a", "a").value(":b", "b").value(":n", 1);
  return given;
}

Result<std::vector<KeyClause>> clauses_of(std::string_view text) {
  // The clauses view the tree and the placeholders: both are kept to the end of the program.
  static const Placeholders placeholders = given().placeholders();
  static std::vector<std::shared_ptr<const ConditionTree>> trees;
  trees.push_back(TRY(parse_condition(ExpressionKind::KeyCondition, text)));
  PlaceholderUse use(placeholders);
  return bind_key_clauses(trees.back(), use);
}

std::string clause_error(std::string_view text) {
  const auto clauses = clauses_of(text);
  return clauses.ok() ? "no error" : clauses.error().message();
}

struct Key {
  Names partition;
  Names sort;
};
const Key kHashOnly{{"pk"}, {}};
const Key kSimple{{"pk"}, {"sk"}};
const Key kMultiple{{"h1", "h2"}, {"r1", "r2", "r3"}};

Result<KeyCondition> matched(std::string_view text, const Key& key) {
  const auto clauses = TRY(clauses_of(text));
  return match_key({key.partition, key.sort}, clauses);
}

std::string match_error(std::string_view text, const Key& key) {
  const auto condition = matched(text, key);
  return condition.ok() ? "no error" : condition.error().message();
}

TEST(KeyClauses, ReadAllOperators) {
  const auto op_of = [](std::string_view text) { return clauses_of(text).value().front().op; };
  EXPECT_EQ(op_of("k = :a"), Operator::Equal);
  EXPECT_EQ(op_of("k < :a"), Operator::Less);
  EXPECT_EQ(op_of("k <= :a"), Operator::LessOrEqual);
  EXPECT_EQ(op_of("k > :a"), Operator::Greater);
  EXPECT_EQ(op_of("k >= :a"), Operator::GreaterOrEqual);
  EXPECT_EQ(op_of("k BETWEEN :a AND :b"), Operator::Between);
  EXPECT_EQ(op_of("begins_with(k, :a)"), Operator::BeginsWith);
}

TEST(KeyClauses, TurnAComparatorRoundIfTheValueComesFirst) {
  const auto op_of = [](std::string_view text) { return clauses_of(text).value().front().op; };
  EXPECT_EQ(op_of(":a = k"), Operator::Equal);
  EXPECT_EQ(op_of(":a < k"), Operator::Greater);
  EXPECT_EQ(op_of(":a <= k"), Operator::GreaterOrEqual);
  EXPECT_EQ(op_of(":a > k"), Operator::Less);
  EXPECT_EQ(op_of(":a >= k"), Operator::LessOrEqual);
}

TEST(KeyClauses, HaveTheBoundsOfBetween) {
  const auto clauses = clauses_of("k BETWEEN :a AND :b").value();
  EXPECT_EQ(clauses[0].value.string(), "a");
  EXPECT_EQ(clauses[0].upper->string(), "b");
}

TEST(KeyClauses, ComeInTheOrderOfTheTextThroughParentheses) {
  const auto clauses = clauses_of("((c = :a) AND (p = :b AND (d < :a)))").value();
  ASSERT_EQ(clauses.size(), 3U);
  EXPECT_EQ(clauses[0].attribute, "c");
  EXPECT_EQ(clauses[1].attribute, "p");
  EXPECT_EQ(clauses[2].attribute, "d");
}

TEST(KeyClauses, RefuseOperatorsThatNoKeyConditionHas) {
  const std::string problem = "Invalid operator used in KeyConditionExpression: ";
  EXPECT_EQ(clause_error("p = :a OR c = :a"), problem + "OR");
  EXPECT_EQ(clause_error("NOT c = :a AND p = :a"), problem + "NOT");
  EXPECT_EQ(clause_error("c IN (:a)"), problem + "IN");
  EXPECT_EQ(clause_error("c <> :a"), problem + "<>");
  EXPECT_EQ(clause_error("attribute_exists(c)"), problem + "attribute_exists");
  EXPECT_EQ(clause_error("contains(c.d, b)"), problem + "contains");
}

TEST(KeyClauses, RefuseNestedOperations) {
  const std::string problem = "KeyConditionExpressions cannot contain nested operations";
  EXPECT_EQ(clause_error("size(b) > a AND a.b > b"), problem);
  EXPECT_EQ(clause_error("a > size(b.d)"), problem);
  EXPECT_EQ(clause_error("a BETWEEN size(b) AND size(a)"), problem);
}

TEST(KeyClauses, RefuseTwoAttributesInOne) {
  const std::string problem =
      "Invalid KeyConditionExpression: Invalid condition in KeyConditionExpression: Multiple "
      "attribute names used in one condition";
  EXPECT_EQ(clause_error("b > a.b"), problem);
  EXPECT_EQ(clause_error("b BETWEEN c[1] AND d"), problem);
  EXPECT_EQ(clause_error("a BETWEEN b AND size(a)"), problem);
  EXPECT_EQ(clause_error("begins_with(a, b)"), problem);
}

TEST(KeyClauses, RefuseNestedAttributes) {
  const std::string problem =
      "Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested "
      "attributes";
  EXPECT_EQ(clause_error("b.d > a AND c.d > e.f"), problem);
  EXPECT_EQ(clause_error("b[0] > a"), problem);
  EXPECT_EQ(clause_error(":a = b.c"), problem);
}

TEST(KeyClauses, RefuseAClauseWithoutAttribute) {
  const std::string problem =
      "Invalid condition in KeyConditionExpression: No key attribute specified";
  EXPECT_EQ(clause_error(":b > :a AND a < :b"), problem);
  EXPECT_EQ(clause_error(":a > b AND :a < :b"), problem);
}

TEST(KeyClauses, RefuseAValueAsTheFirstOperandOfBetweenAndBeginsWith) {
  const auto problem = [](const std::string& name) {
    return "Invalid condition in KeyConditionExpression: " + name +
           " operator must have the key attribute as its first operand";
  };
  EXPECT_EQ(clause_error(":a BETWEEN size(b) AND size(a) AND b > :b"), problem("BETWEEN"));
  EXPECT_EQ(clause_error("begins_with(:a, b) AND a > :b"), problem("begins_with"));
}

TEST(KeyClauses, RefuseTwoForOneAttribute) {
  const std::string problem =
      "Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per "
      "key";
  EXPECT_EQ(clause_error("p = :a AND p = :a"), problem);
  EXPECT_EQ(clause_error("(a > :a AND b > :a) AND (b > :a AND c > :a)"), problem);
}

TEST(KeyClauses, TellTheFirstProblemInTheOrderOfTheText) {
  EXPECT_EQ(clause_error("begins_with(c, :n) AND p = :none"),
            "Invalid KeyConditionExpression: Incorrect operand type for operator or function; "
            "operator or function: begins_with, operand type: N");
  EXPECT_EQ(clause_error("p = :none AND begins_with(c, :n)"),
            "Invalid KeyConditionExpression: An expression attribute value used in expression is "
            "not defined; attribute value: :none");
}

TEST(KeyClauses, TellOfOperandsBeforeOperators) {
  EXPECT_EQ(clause_error("p <> :a AND attribute_type(c, :n)"),
            "Invalid KeyConditionExpression: Incorrect operand type for operator or function; "
            "operator or function: attribute_type, operand type: N");
}

TEST(KeyClauses, TellOfBoundsInTheWrongOrder) {
  EXPECT_EQ(clause_error("a BETWEEN :b AND :a"),
            "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be "
            "greater than or equal to lower bound; lower bound operand: AttributeValue: {S:b}, "
            "upper bound operand: AttributeValue: {S:a}");
}

TEST(KeyClauses, CanBeReadAfterTheConditionIsBound) {
  const Placeholders placeholders = given().placeholders();
  PlaceholderUse use(placeholders);
  const auto tree = parse_condition(ExpressionKind::KeyCondition, "p <> :a").value();
  const auto condition = Condition::bind(tree, use);
  ASSERT_TRUE(condition.ok());
  EXPECT_EQ(key_clauses(*condition).error().message(),
            "Invalid operator used in KeyConditionExpression: <>");
}

TEST(KeyMatch, TakesThePartitionAlone) {
  const auto condition = matched("pk = :a", kSimple).value();
  ASSERT_EQ(condition.partition.size(), 1U);
  EXPECT_EQ(condition.partition[0].string(), "a");
  EXPECT_TRUE(condition.sort_equal.empty());
  EXPECT_FALSE(condition.sort_range);
}

TEST(KeyMatch, TakesASortAttributeEqual) {
  const auto condition = matched("sk = :b AND pk = :a", kSimple).value();
  ASSERT_EQ(condition.sort_equal.size(), 1U);
  EXPECT_EQ(condition.sort_equal[0].string(), "b");
}

TEST(KeyMatch, TakesARangeOfTheSortAttribute) {
  const auto condition = matched("pk = :a AND sk BETWEEN :a AND :b", kSimple).value();
  ASSERT_TRUE(condition.sort_range);
  EXPECT_EQ(condition.sort_range->op, Operator::Between);
  EXPECT_EQ(condition.sort_range->upper->string(), "b");
}

TEST(KeyMatch, MissesThePartitionAttribute) {
  EXPECT_EQ(match_error("sk = :a", kSimple), "Query condition missed key schema element: pk");
  EXPECT_EQ(match_error("z BETWEEN :a AND :b", kSimple),
            "Query condition missed key schema element: pk");
}

TEST(KeyMatch, WantsThePartitionAttributeEqual) {
  EXPECT_EQ(match_error("pk < :a", kSimple), "Query key condition not supported");
  EXPECT_EQ(match_error("begins_with(pk, :a)", kSimple), "Query key condition not supported");
}

TEST(KeyMatch, MissesTheSortAttributeIfAnotherIsNamed) {
  EXPECT_EQ(match_error("pk = :a AND extra = :a", kSimple),
            "Query condition missed key schema element: sk");
}

TEST(KeyMatch, RefusesASecondAttributeOfAKeyThatHasOne) {
  EXPECT_EQ(match_error("pk = :a AND extra = :a", kHashOnly), "Query key condition not supported");
}

TEST(KeyMatch, RefusesThreeClausesOfASimpleKey) {
  EXPECT_EQ(match_error("pk = :a AND sk = :b AND c = :a", kSimple),
            "Conditions can be of length 1 or 2 only");
}

TEST(MultipleKeyMatch, TakesAllPartitionAttributesInTheOrderOfTheKey) {
  const auto condition = matched("h2 = :b AND h1 = :a", kMultiple).value();
  ASSERT_EQ(condition.partition.size(), 2U);
  EXPECT_EQ(condition.partition[0].string(), "a");
  EXPECT_EQ(condition.partition[1].string(), "b");
}

TEST(MultipleKeyMatch, TakesAPrefixOfTheSortAttributes) {
  const auto condition =
      matched("r2 = :b AND h1 = :a AND r1 = :a AND h2 = :a AND r3 > :a", kMultiple).value();
  ASSERT_EQ(condition.sort_equal.size(), 2U);
  EXPECT_EQ(condition.sort_equal[1].string(), "b");
  EXPECT_EQ(condition.sort_range->attribute, "r3");
}

TEST(MultipleKeyMatch, TakesARangeOfTheFirstSortAttributeAlone) {
  const auto condition = matched("h1 = :a AND h2 = :a AND r1 < :a", kMultiple).value();
  EXPECT_TRUE(condition.sort_equal.empty());
  EXPECT_EQ(condition.sort_range->attribute, "r1");
}

TEST(MultipleKeyMatch, TakesFourAndFour) {
  const Key key{{"a", "b", "c", "d"}, {"e", "f", "g", "h"}};
  const auto condition = matched(
      "a = :a AND b = :a AND c = :a AND d = :a AND e = :a AND f = :a AND g = :a AND h >= :a", key);
  EXPECT_EQ(condition.value().partition.size(), 4U);
  EXPECT_EQ(condition.value().sort_equal.size(), 3U);
}

TEST(MultipleKeyMatch, WantsAllPartitionAttributesEqual) {
  EXPECT_EQ(match_error("h1 = :a", kMultiple),
            "HASH key attributes h2 must have equality conditions specified in the query");
  EXPECT_EQ(match_error("h1 > :a", kMultiple),
            "HASH key attributes h1, h2 must have equality conditions specified in the query");
}

TEST(MultipleKeyMatch, RefusesAGapBetweenSortAttributes) {
  EXPECT_EQ(match_error("h1 = :a AND h2 = :a AND r1 = :a AND r3 = :a", kMultiple),
            "RANGE key attributes r2 must have equality conditions specified in the query because "
            "a condition is present on key attribute r3");
}

TEST(MultipleKeyMatch, RefusesToSkipTheFirstSortAttribute) {
  EXPECT_EQ(match_error("h1 = :a AND h2 = :a AND r2 = :a", kMultiple),
            "RANGE key attributes r1 must have equality conditions specified in the query because "
            "a condition is present on key attribute r2");
}

TEST(MultipleKeyMatch, RefusesARangeBeforeTheLast) {
  const std::string problem =
      "RANGE key attributes r1 must have equality conditions specified in the query because a "
      "condition is present on key attribute r2";
  EXPECT_EQ(match_error("h1 = :a AND h2 = :a AND r1 > :a AND r2 = :a", kMultiple), problem);
  EXPECT_EQ(match_error("h1 = :a AND h2 = :a AND r1 > :a AND r2 < :a", kMultiple), problem);
}

TEST(MultipleKeyMatch, RefusesAttributesThatAreNoKeys) {
  EXPECT_EQ(match_error("h1 = :a AND h2 = :a AND extra = :a", kMultiple),
            "Query key condition not supported");
}

}  // namespace
}  // namespace partita::expression
