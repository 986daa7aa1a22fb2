#include "language/expression/placeholders.h"

#include <gtest/gtest.h>

#include <string>

#include "unit/language/expression/given.h"

namespace partita::expression {
namespace {

const Bytes kOne = encode(Value(1));

std::string name_error(const std::string& key) {
  Placeholders placeholders;
  const auto status = placeholders.add_name(key, "n");
  return status.ok() ? "no error" : status.error().message();
}

TEST(Placeholders, RefuseNamesWithoutAHash) {
  EXPECT_EQ(name_error("a"),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"a\"");
  EXPECT_EQ(name_error(":a"),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \":a\"");
}

TEST(Placeholders, RefuseAHashAlone) {
  EXPECT_EQ(name_error("#"),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"#\"");
}

TEST(Placeholders, RefuseCharactersThatNoNameHas) {
  EXPECT_EQ(name_error("#a-b"),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"#a-b\"");
}

TEST(Placeholders, RefuseAnEmptyKey) {
  EXPECT_EQ(name_error(""),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"\"");
}

TEST(Placeholders, AllowTwoHundredAndFiftyFiveBytesAndNoMore) {
  EXPECT_EQ(name_error("#" + std::string(254, 'a')), "no error");
  EXPECT_EQ(
      name_error("#" + std::string(255, 'a')),
      "ExpressionAttributeNames contains invalid key: A placeholder is at most 255 bytes long; "
      "size: 256");
}

TEST(Placeholders, RefuseValuesWithoutAColon) {
  Placeholders placeholders;
  EXPECT_EQ(placeholders.add_value("#v", ValueView::from_valid(kOne)).error().message(),
            "ExpressionAttributeValues contains invalid key: Syntax error; key: \"#v\"");
}

TEST(Placeholders, AreFoundInWhateverOrderTheyCame) {
  Placeholders placeholders;
  for (const std::string_view key : {"#c", "#a", "#b"}) {
    ASSERT_TRUE(placeholders.add_name(key, key.substr(1)).ok());
  }
  for (const std::string_view key : {"#a", "#b", "#c"}) {
    EXPECT_EQ(placeholders.find_name(key)->meaning, key.substr(1));
  }
  EXPECT_EQ(placeholders.find_name("#d"), nullptr);
}

TEST(Placeholders, KeepTheFirstOfTwoWithOneKey) {
  Placeholders placeholders;
  ASSERT_TRUE(placeholders.add_name("#a", "first").ok());
  ASSERT_TRUE(placeholders.add_name("#a", "second").ok());
  EXPECT_EQ(placeholders.find_name("#a")->meaning, "first");
}

TEST(PlaceholderUse, TellsOfAllNamesThatNobodyUsed) {
  const Given given = Given().name("#a", "a").name("#b", "b").name("#c", "c");
  const Placeholders placeholders = given.placeholders();
  PlaceholderUse use(placeholders);
  EXPECT_EQ(use.use_name("#b"), "b");
  EXPECT_EQ(use.check_all_used().error().message(),
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #c}");
}

TEST(PlaceholderUse, TellsOfValuesOnlyIfAllNamesAreUsed) {
  const Given given = Given().name("#a", "a").value(":v", 1);
  const Placeholders placeholders = given.placeholders();
  PlaceholderUse use(placeholders);
  use.use_name("#a");
  EXPECT_EQ(use.check_all_used().error().message(),
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}");
  use.use_value(":v");
  EXPECT_TRUE(use.check_all_used().ok());
}

TEST(PlaceholderUse, CountsWhatEvaluationNeverReaches) {
  const Given given = Given().name("#a", "a").name("#b", "b").value(":v", 1);
  const Placeholders placeholders = given.placeholders();
  PlaceholderUse use(placeholders);
  const auto tree = parse_condition(ExpressionKind::Filter, "#a = :v OR #b = :v").value();
  ASSERT_TRUE(Condition::bind(tree, use).ok());
  EXPECT_TRUE(use.check_all_used().ok());
}

TEST(UndefinedPlaceholder, IsRefusedAsAName) {
  EXPECT_EQ(
      Given().value(":v", 1).holds("#a = :v", Item{}),
      "Invalid ConditionExpression: An expression attribute name used in the document path is "
      "not defined; attribute name: #a");
}

TEST(UndefinedPlaceholder, IsRefusedAsAValue) {
  EXPECT_EQ(Given().holds("a = :v", Item{}),
            "Invalid ConditionExpression: An expression attribute value used in expression is not "
            "defined; attribute value: :v");
}

TEST(UndefinedPlaceholder, IsToldInTheOrderOfAConditionsText) {
  EXPECT_EQ(Given().holds("a = :one AND #b = :two", Item{}),
            "Invalid ConditionExpression: An expression attribute value used in expression is not "
            "defined; attribute value: :one");
}

TEST(UndefinedPlaceholder, IsToldOfNamesBeforeValuesInAnUpdate) {
  EXPECT_EQ(Given().update_error("SET a = :v, #b = :v"),
            "Invalid UpdateExpression: An expression attribute name used in the document path is "
            "not defined; attribute name: #b");
}

TEST(UndefinedPlaceholder, IsToldBeforeAPathIsAskedFor) {
  EXPECT_EQ(Given().value(":a", 1).update_error("SET b = if_not_exists(:b, :a)"),
            "Invalid UpdateExpression: An expression attribute value used in expression is not "
            "defined; attribute value: :b");
}

}  // namespace
}  // namespace partita::expression
