#include "dynamodb/operations/legacy_conditions.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "partita/value/encoded_item.h"
#include "partita/value/value.h"

namespace partita::operations {
namespace {

using api::ComparisonOperator;
using api::ConditionalOperator;

api::ValueInput value(const Value& of) { return api::ValueInput(EncodedValue(of)); }

api::Condition condition(ComparisonOperator op, const std::vector<Value>& values = {}) {
  api::Condition result;
  result.comparison_operator = op;
  result.attribute_value_list.emplace();
  for (const Value& each : values) result.attribute_value_list->push_back(value(each));
  return result;
}

template <typename T>
std::string problem(const Result<T>& result) {
  return result.ok() ? "no problem" : result.error().message();
}

bool passes(const LegacyFilter& filter, const Item& item,
            std::optional<ConditionalOperator> how = std::nullopt) {
  const auto bound = legacy_filter(filter, how);
  const EncodedItem encoded(item);
  return bound.value()->holds(encoded.view());
}

TEST(LegacyFilter, IsNothingWithoutConditions) {
  EXPECT_FALSE(legacy_filter(std::nullopt, std::nullopt).value());
  EXPECT_FALSE(legacy_filter(LegacyFilter(std::in_place), std::nullopt).value());
}

TEST(LegacyFilter, ComparesAsItsOperatorsSay) {
  const Item item{{"n", 5}, {"s", "hello"}, {"l", List{1, "x"}}, {"b", true}};
  const auto holds = [&](const char* name, ComparisonOperator op, std::vector<Value> values) {
    return passes({{{name, condition(op, values)}}}, item);
  };
  EXPECT_TRUE(holds("n", ComparisonOperator::Eq, {5}));
  EXPECT_FALSE(holds("n", ComparisonOperator::Eq, {"5"}));
  EXPECT_TRUE(holds("b", ComparisonOperator::Eq, {true}));
  EXPECT_TRUE(holds("n", ComparisonOperator::Ne, {6}));
  EXPECT_TRUE(holds("n", ComparisonOperator::Le, {5}));
  EXPECT_FALSE(holds("n", ComparisonOperator::Lt, {5}));
  EXPECT_TRUE(holds("n", ComparisonOperator::Ge, {5}));
  EXPECT_FALSE(holds("n", ComparisonOperator::Gt, {5}));
  EXPECT_TRUE(holds("n", ComparisonOperator::In, {4, 5}));
  EXPECT_FALSE(holds("n", ComparisonOperator::In, {4, 6}));
  EXPECT_TRUE(holds("n", ComparisonOperator::Between, {5, 6}));
  EXPECT_FALSE(holds("n", ComparisonOperator::Between, {6, 7}));
  EXPECT_TRUE(holds("s", ComparisonOperator::BeginsWith, {"hell"}));
  EXPECT_FALSE(holds("n", ComparisonOperator::BeginsWith, {"hell"}));
  EXPECT_TRUE(holds("s", ComparisonOperator::Contains, {"ell"}));
  EXPECT_TRUE(holds("l", ComparisonOperator::Contains, {"x"}));
  EXPECT_TRUE(holds("l", ComparisonOperator::NotContains, {"y"}));
  EXPECT_TRUE(holds("s", ComparisonOperator::NotNull, {}));
  EXPECT_FALSE(holds("s", ComparisonOperator::Null, {}));
}

TEST(LegacyFilter, KnowsWhatAnAbsentAttributeMeets) {
  const auto holds = [&](ComparisonOperator op, std::vector<Value> values) {
    return passes({{{"absent", condition(op, values)}}}, Item{{"n", 1}});
  };
  EXPECT_TRUE(holds(ComparisonOperator::Null, {}));
  EXPECT_TRUE(holds(ComparisonOperator::Ne, {1}));
  EXPECT_FALSE(holds(ComparisonOperator::Contains, {1}));
  EXPECT_FALSE(holds(ComparisonOperator::NotContains, {1}));
}

TEST(LegacyFilter, TakesNamesAsTheyAre) {
  const LegacyFilter filter{{{"select.a#b", condition(ComparisonOperator::NotNull)}}};
  EXPECT_TRUE(passes(filter, {{"select.a#b", 1}}));
}

TEST(LegacyFilter, JoinsConditionsAsItIsTold) {
  const LegacyFilter filter{{{"a", condition(ComparisonOperator::Eq, {1})},
                             {"b", condition(ComparisonOperator::Eq, {1})}}};
  const Item half{{"a", 1}};
  EXPECT_FALSE(passes(filter, half));
  EXPECT_FALSE(passes(filter, half, ConditionalOperator::And));
  EXPECT_TRUE(passes(filter, half, ConditionalOperator::Or));
}

TEST(LegacyFilter, NeedsTwoConditionsForAConditionalOperator) {
  EXPECT_EQ(problem(legacy_filter(std::nullopt, ConditionalOperator::And)),
            "ConditionalOperator cannot be used without Filter or Expected");
  EXPECT_EQ(problem(legacy_filter({{{"a", condition(ComparisonOperator::Null)}}},
                                  ConditionalOperator::And)),
            "ConditionalOperator can only be used when Filter or Expected has two or more "
            "elements");
}

std::string told(ComparisonOperator op, const std::vector<Value>& values) {
  return problem(legacy_filter({{{"a", condition(op, values)}}}, std::nullopt));
}

TEST(LegacyFilter, CountsValues) {
  const std::string wrong =
      "One or more parameter values were invalid: Invalid number of argument(s) for the ";
  EXPECT_EQ(told(ComparisonOperator::Eq, {}), wrong + "EQ ComparisonOperator");
  EXPECT_EQ(told(ComparisonOperator::BeginsWith, {"a", "b"}),
            wrong + "BEGINS_WITH ComparisonOperator");
  EXPECT_EQ(told(ComparisonOperator::Null, {"a"}), wrong + "NULL ComparisonOperator");
  EXPECT_EQ(told(ComparisonOperator::Between, {"a"}), wrong + "BETWEEN ComparisonOperator");
  EXPECT_EQ(told(ComparisonOperator::In, {}), wrong + "IN ComparisonOperator");
}

TEST(LegacyFilter, ChecksTypes) {
  const std::string wrong = "One or more parameter values were invalid: ComparisonOperator ";
  EXPECT_EQ(told(ComparisonOperator::Lt, {true}),
            wrong + "LT is not valid for BOOL AttributeValue type");
  EXPECT_EQ(told(ComparisonOperator::BeginsWith, {1}),
            wrong + "BEGINS_WITH is not valid for N AttributeValue type");
  EXPECT_EQ(told(ComparisonOperator::Contains, {Map{}}),
            wrong + "CONTAINS is not valid for M AttributeValue type");
  EXPECT_EQ(told(ComparisonOperator::Contains, {true}), "no problem");
  EXPECT_EQ(told(ComparisonOperator::In, {1, "a"}),
            "One or more parameter values were invalid: AttributeValues inside AttributeValueList "
            "must be of same type");
  EXPECT_EQ(told(ComparisonOperator::Between, {2, 1}),
            "The BETWEEN condition was provided a range where the lower bound is greater than the "
            "upper bound");
}

TEST(LegacyFilter, TellsOfBadValuesFirst) {
  api::Condition bad = condition(ComparisonOperator::Null);
  bad.attribute_value_list->push_back(api::ValueInput(Error::invalid_argument("no value")));
  EXPECT_EQ(problem(legacy_filter({{{"a", bad}}}, std::nullopt)), "no value");
}

api::ExpectedAttributeValue expecting(std::optional<bool> exists, std::optional<Value> wanted) {
  api::ExpectedAttributeValue expected;
  expected.exists = exists;
  if (wanted) expected.value = value(*wanted);
  return expected;
}

bool holds(const api::ExpectedAttributeValue& expected, const std::optional<Item>& item) {
  const auto bound = legacy_condition(Expected{{{"a", expected}}}, std::nullopt);
  if (!item) return bound.value()->holds(std::nullopt);
  const EncodedItem encoded(*item);
  return bound.value()->holds(encoded.view());
}

std::string told(const api::ExpectedAttributeValue& expected) {
  return problem(legacy_condition(Expected{{{"a", expected}}}, std::nullopt));
}

TEST(LegacyExpected, TakesAValueForItsEquality) {
  EXPECT_TRUE(holds(expecting(std::nullopt, 1), Item{{"a", 1}}));
  EXPECT_TRUE(holds(expecting(true, 1), Item{{"a", 1}}));
  EXPECT_FALSE(holds(expecting(true, 1), Item{{"a", 2}}));
  EXPECT_FALSE(holds(expecting(true, 1), std::nullopt));
}

TEST(LegacyExpected, TakesExistsFalseForAbsence) {
  EXPECT_TRUE(holds(expecting(false, std::nullopt), Item{{"b", 1}}));
  EXPECT_TRUE(holds(expecting(false, std::nullopt), std::nullopt));
  EXPECT_FALSE(holds(expecting(false, std::nullopt), Item{{"a", 1}}));
}

TEST(LegacyExpected, TakesAnOperatorWithOneValueOrAList) {
  auto one = expecting(std::nullopt, 3);
  one.comparison_operator = ComparisonOperator::Gt;
  EXPECT_TRUE(holds(one, Item{{"a", 4}}));
  api::ExpectedAttributeValue list;
  list.comparison_operator = ComparisonOperator::Between;
  list.attribute_value_list = {value(1), value(3)};
  EXPECT_TRUE(holds(list, Item{{"a", 3}}));
  EXPECT_FALSE(holds(list, Item{{"a", 4}}));
}

TEST(LegacyExpected, ChecksWhichParametersGoTogether) {
  const std::string wrong = "One or more parameter values were invalid: ";
  EXPECT_EQ(told(expecting(std::nullopt, std::nullopt)),
            wrong + "Value must be provided when Exists is null for Attribute: a");
  EXPECT_EQ(told(expecting(true, std::nullopt)),
            wrong + "Value must be provided when Exists is true for Attribute: a");
  EXPECT_EQ(told(expecting(false, 1)),
            wrong + "Value cannot be used when Exists is false for Attribute: a");
  auto both = expecting(std::nullopt, 1);
  both.attribute_value_list = {value(1)};
  EXPECT_EQ(told(both),
            wrong + "Value and AttributeValueList cannot be used together for Attribute: a");
  both.value = std::nullopt;
  EXPECT_EQ(told(both), wrong +
                            "AttributeValueList can only be used with a ComparisonOperator for "
                            "Attribute: a");
  auto compared = expecting(true, 1);
  compared.comparison_operator = ComparisonOperator::Eq;
  EXPECT_EQ(told(compared),
            wrong + "Exists and ComparisonOperator cannot be used together for Attribute: a");
  compared = expecting(std::nullopt, std::nullopt);
  compared.comparison_operator = ComparisonOperator::Eq;
  EXPECT_EQ(told(compared), wrong +
                                "Value or AttributeValueList must be used with "
                                "ComparisonOperator: EQ for Attribute: a");
}

TEST(LegacyKeyConditions, AreClausesInTheirOrder) {
  const api::Dictionary<api::Condition> conditions{
      {"sk", condition(ComparisonOperator::Between, {"a", "b"})},
      {"pk", condition(ComparisonOperator::Eq, {"p"})}};
  const auto clauses = legacy_key_clauses(conditions).value();
  ASSERT_EQ(clauses.size(), 2U);
  EXPECT_EQ(clauses[0].attribute, "sk");
  EXPECT_EQ(clauses[0].op, expression::KeyClause::Operator::Between);
  EXPECT_EQ(clauses[0].upper->string(), "b");
  EXPECT_EQ(clauses[1].op, expression::KeyClause::Operator::Equal);
  EXPECT_TRUE(are_indexable(conditions));
}

TEST(LegacyKeyConditions, AreNotIndexableWithOtherOperators) {
  for (const auto op : {ComparisonOperator::Ne, ComparisonOperator::Contains,
                        ComparisonOperator::NotContains, ComparisonOperator::In}) {
    EXPECT_FALSE(are_indexable({{"a", condition(op, {"x"})}}));
  }
  EXPECT_FALSE(are_indexable({{"a", condition(ComparisonOperator::Null)}}));
}

}  // namespace
}  // namespace partita::operations
