#include <gtest/gtest.h>

#include <string>

#include "unit/language/expression/given.h"

namespace partita::expression {
namespace {

const Item kUpdatedItem{{"pk", "a"},
                        {"n", 5},
                        {"s", "text"},
                        {"l", List{"l0", "l1", "l2"}},
                        {"m", Map{{"x", 1}, {"y", Map{{"deep", List{1, 2}}}}}}};

// The item with one attribute more, or another value of it.
Item changed(const Item& item, std::string_view name, Value value) {
  Item result = item;
  result.set(name, std::move(value));
  return result;
}

TEST(Set, AddsAnAttribute) {
  EXPECT_EQ(Given().value(":v", 1).updated("SET b = :v", kUpdatedItem).value(),
            changed(kUpdatedItem, "b", 1));
}

TEST(Set, ReplacesAnAttributeByOneOfAnyType) {
  EXPECT_EQ(Given().value(":v", List{}).updated("SET n = :v", kUpdatedItem).value(),
            changed(kUpdatedItem, "n", List{}));
}

TEST(Set, KeepsAllAttributesSorted) {
  const Given given = Given().value(":v", 1);
  EXPECT_EQ(given.updated("SET z = :v, a = :v, m2 = :v", Item{{"m", 0}}).value(),
            (Item{{"a", 1}, {"m", 0}, {"m2", 1}, {"z", 1}}));
}

TEST(Set, MakesANewItemFromItsKey) {
  EXPECT_EQ(Given().value(":v", 1).updated("SET a = :v", std::nullopt).value(),
            (Item{{"pk", "new"}, {"a", 1}}));
}

TEST(Set, CopiesAnAttribute) {
  EXPECT_EQ(Given().updated("SET b = m.y.deep[1]", kUpdatedItem).value(),
            changed(kUpdatedItem, "b", 2));
}

TEST(Set, ReadsTheItemAsItWas) {
  EXPECT_EQ(Given().updated("SET n = s, s = n", kUpdatedItem).value(),
            changed(changed(kUpdatedItem, "n", "text"), "s", 5));
  EXPECT_EQ(Given().value(":v", 4).update_error("SET x = :v, y = x", kUpdatedItem),
            "The provided expression refers to an attribute that does not exist in the item");
}

TEST(Set, SeesTheKeyOfAnItemThatIsNotThere) {
  EXPECT_EQ(Given().updated("SET c = pk", std::nullopt).value(),
            (Item{{"pk", "new"}, {"c", "new"}}));
  EXPECT_EQ(Given().updated("SET c = if_not_exists(c, pk)", std::nullopt).value(),
            (Item{{"pk", "new"}, {"c", "new"}}));
}

TEST(Set, ReadsKeyAttributes) {
  EXPECT_EQ(Given().updated("SET c = pk", kUpdatedItem).value(), changed(kUpdatedItem, "c", "a"));
}

TEST(Set, AddsAndSubtracts) {
  const Given given = Given().value(":two", 2);
  EXPECT_EQ(given.updated("SET n = n + :two", kUpdatedItem).value(), changed(kUpdatedItem, "n", 7));
  EXPECT_EQ(given.updated("SET n = :two - n", kUpdatedItem).value(),
            changed(kUpdatedItem, "n", -3));
  EXPECT_EQ(given.updated("SET n = n+n", kUpdatedItem).value(), changed(kUpdatedItem, "n", 10));
}

TEST(Set, AddsExactlyToThirtyEightDigits) {
  const Given given =
      Given().value(":v", Number::parse("99999999999999999999999999999999999998").value());
  EXPECT_EQ(given.updated("SET x = :v + o", Item{{"o", 1}}).value().find("x")->number(),
            Number::parse("99999999999999999999999999999999999999").value());
}

TEST(Set, RefusesASumThatLeavesTheRange) {
  const Given given = Given().value(":v", Number::parse("9e125").value());
  EXPECT_EQ(given.update_error("SET x = :v + :v", kUpdatedItem),
            "Number overflow. Attempting to store a number with magnitude larger than supported "
            "range");
}

TEST(Set, RefusesASumWithAnAttributeThatIsNoNumber) {
  EXPECT_EQ(Given().value(":v", 1).update_error("SET x = s + :v", kUpdatedItem),
            "An operand in the update expression has an incorrect data type");
}

TEST(Set, RefusesASumWithAConstantThatIsNoNumber) {
  EXPECT_EQ(Given().value(":v", "dog").update_error("SET x = n + :v", kUpdatedItem),
            "Invalid UpdateExpression: Incorrect operand type for operator or function; operator "
            "or function: +, operand type: S");
  EXPECT_EQ(Given().value(":v", List{}).update_error("SET x = :v - n", kUpdatedItem),
            "Invalid UpdateExpression: Incorrect operand type for operator or function; operator "
            "or function: -, operand type: L");
}

TEST(IfNotExists, KeepsWhatIsThere) {
  EXPECT_EQ(Given().value(":v", 9).updated("SET n = if_not_exists(n, :v)", kUpdatedItem).value(),
            kUpdatedItem);
}

TEST(IfNotExists, TakesTheOtherIfItIsNot) {
  EXPECT_EQ(Given().value(":v", 9).updated("SET b = if_not_exists(b, :v)", kUpdatedItem).value(),
            changed(kUpdatedItem, "b", 9));
  EXPECT_EQ(Given().value(":v", 9).updated("SET b = if_not_exists(b, :v)", std::nullopt).value(),
            (Item{{"pk", "new"}, {"b", 9}}));
}

TEST(IfNotExists, NestsAndStandsInSums) {
  const Given given = Given().value(":zero", 0).value(":one", 1);
  EXPECT_EQ(
      given.updated("SET b = if_not_exists(b, if_not_exists(n, :zero))", kUpdatedItem).value(),
      changed(kUpdatedItem, "b", 5));
  EXPECT_EQ(given.updated("SET b = if_not_exists(b, :zero) + :one", kUpdatedItem).value(),
            changed(kUpdatedItem, "b", 1));
}

TEST(IfNotExists, WantsAPathFirst) {
  EXPECT_EQ(Given().value(":v", 1).update_error("SET b = if_not_exists(:v, :v)"),
            "Invalid UpdateExpression: Operator or function requires a document path; operator or "
            "function: if_not_exists");
}

TEST(IfNotExists, RefusesTheSamePathTwice) {
  EXPECT_EQ(Given().update_error("SET b = if_not_exists(a, a)"),
            "Invalid UpdateExpression: The first operand must be distinct from the remaining "
            "operands for this operator or function; operator: if_not_exists, first operand: [a]");
}

TEST(ListAppend, JoinsInTheOrderOfItsArguments) {
  const Given given = Given().value(":v", List{7});
  EXPECT_EQ(given.updated("SET l = list_append(l, :v)", kUpdatedItem).value(),
            changed(kUpdatedItem, "l", List{"l0", "l1", "l2", 7}));
  EXPECT_EQ(given.updated("SET l = list_append(:v, l)", kUpdatedItem).value(),
            changed(kUpdatedItem, "l", List{7, "l0", "l1", "l2"}));
}

TEST(ListAppend, JoinsAListWithItself) {
  EXPECT_EQ(Given().updated("SET x = list_append(l, l)", Item{{"l", List{1}}}).value(),
            (Item{{"l", List{1}}, {"x", List{1, 1}}}));
}

TEST(ListAppend, StartsFromNothingWithIfNotExists) {
  const Given given = Given().value(":none", List{}).value(":v", List{1});
  EXPECT_EQ(given.updated("SET x = list_append(if_not_exists(x, :none), :v)", kUpdatedItem).value(),
            changed(kUpdatedItem, "x", List{1}));
}

TEST(ListAppend, JoinsInsideADocument) {
  EXPECT_EQ(Given()
                .value(":v", List{3})
                .updated("SET m.d = list_append(m.d, :v)", Item{{"m", Map{{"d", List{1}}}}})
                .value(),
            (Item{{"m", Map{{"d", List{1, 3}}}}}));
}

TEST(ListAppend, RefusesAttributesThatAreNoLists) {
  EXPECT_EQ(Given().value(":v", List{1}).update_error("SET x = list_append(n, :v)", kUpdatedItem),
            "An operand in the update expression has an incorrect data type");
  EXPECT_EQ(
      Given().value(":v", List{1}).update_error("SET x = list_append(absent, :v)", kUpdatedItem),
      "The provided expression refers to an attribute that does not exist in the item");
}

TEST(ListAppend, RefusesConstantsThatAreNoLists) {
  EXPECT_EQ(Given().value(":v", "hi").update_error("SET x = list_append(l, :v)", kUpdatedItem),
            "Invalid UpdateExpression: Incorrect operand type for operator or function; operator "
            "or function: list_append, operand type: S");
}

TEST(ListAppend, WantsTwoOperands) {
  EXPECT_EQ(Given().value(":v", List{}).update_error("SET x = list_append(:v)", kUpdatedItem),
            "Invalid UpdateExpression: Incorrect number of operands for operator or function; "
            "operator or function: list_append, number of operands: 1");
}

TEST(ListAppend, CannotBeNested) {
  const std::string problem =
      "Invalid UpdateExpression: The function is not allowed to be used this way in an expression; "
      "function: list_append";
  const Given given = Given().value(":v", List{});
  EXPECT_EQ(given.update_error("SET x = list_append(list_append(:v, l), :v)", kUpdatedItem),
            problem);
  EXPECT_EQ(given.update_error("SET x = n + list_append(:v, l)", kUpdatedItem), problem);
}

TEST(SetInDocuments, ReplacesAndAddsMembers) {
  const Given given = Given().value(":v", 7);
  EXPECT_EQ(given.updated("SET m.x = :v, m.z = :v", kUpdatedItem).value(),
            changed(kUpdatedItem, "m", Map{{"x", 7}, {"y", Map{{"deep", List{1, 2}}}}, {"z", 7}}));
}

TEST(SetInDocuments, ReplacesElements) {
  EXPECT_EQ(Given().value(":v", 7).updated("SET l[1] = :v, m.y.deep[0] = :v", kUpdatedItem).value(),
            changed(changed(kUpdatedItem, "l", List{"l0", 7, "l2"}), "m",
                    Map{{"x", 1}, {"y", Map{{"deep", List{7, 2}}}}}));
}

TEST(SetInDocuments, AppendsBeyondTheEndInTheOrderOfIndexes) {
  const Given given = Given().value(":a", 84).value(":b", 37).value(":c", 50);
  EXPECT_EQ(given.updated("SET l[84] = :a, l[37] = :b, l[50] = :c", kUpdatedItem).value(),
            changed(kUpdatedItem, "l", List{"l0", "l1", "l2", 37, 50, 84}));
}

TEST(SetInDocuments, FillsAnEmptyList) {
  EXPECT_EQ(Given().value(":v", 1).updated("SET l[0] = :v", Item{{"l", List{}}}).value(),
            (Item{{"l", List{1}}}));
}

TEST(SetInDocuments, ComputesFromItsOwnPath) {
  EXPECT_EQ(
      Given().value(":v", 5).updated("SET m.x = m.x + :v", Item{{"m", Map{{"x", 1}}}}).value(),
      (Item{{"m", Map{{"x", 6}}}}));
}

TEST(SetInDocuments, RefusesAPathThatLeadsNowhere) {
  const std::string problem =
      "The document path provided in the update expression is invalid for update";
  const Given given = Given().value(":v", 1);
  for (const std::string path :
       {"s.c", "l.c", "absent.c", "m[0]", "s[0]", "absent[0]", "m.y.z.w"}) {
    EXPECT_EQ(given.update_error("SET " + path + " = :v", kUpdatedItem), problem) << path;
  }
  EXPECT_EQ(given.update_error("SET c.c = :v", std::nullopt), problem);
}

TEST(SetInDocuments, RefusesToGoDeeperThanAnItemMay) {
  Value deep = 1;
  for (int i = 0; i < 30; ++i) deep = List{deep};
  const Item item{{"m", Map{{"x", 1}}}};
  EXPECT_TRUE(Given().value(":v", deep).updated("SET m.y = :v", item).ok());
  EXPECT_EQ(Given().value(":v", List{deep}).update_error("SET m.y = :v", item),
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested "
            "levels beyond supported limit");
}

}  // namespace
}  // namespace partita::expression
