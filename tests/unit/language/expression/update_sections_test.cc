#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/language/expression/given.h"

namespace partita::expression {
namespace {

const std::string kWrongType = "An operand in the update expression has an incorrect data type";
const std::string kWrongPath =
    "The document path provided in the update expression is invalid for update";

Update bound(std::string_view text, const Placeholders& placeholders) {
  PlaceholderUse use(placeholders);
  return Update::bind(parse_update(text).value(), use).value();
}

TEST(Remove, TakesAttributesAway) {
  EXPECT_EQ(Given().updated("REMOVE a, c", Item{{"a", 1}, {"b", 2}, {"c", 3}}).value(),
            (Item{{"b", 2}}));
}

TEST(Remove, IgnoresWhatIsAbsent) {
  const Item item{{"m", Map{{"x", 3}}}, {"l", List{"hi"}}};
  EXPECT_EQ(Given().updated("REMOVE m.y, l[7], c", item).value(), item);
}

TEST(Remove, LeavesEmptyDocumentsBehind) {
  EXPECT_EQ(Given().updated("REMOVE m.x, l[0]", Item{{"m", Map{{"x", 3}}}, {"l", List{1}}}).value(),
            (Item{{"m", Map{}}, {"l", List{}}}));
}

TEST(Remove, CountsElementsAsTheyWere) {
  EXPECT_EQ(Given().updated("REMOVE l[0], l[2], l[1]", Item{{"l", List{0, 1, 2, 3}}}).value(),
            (Item{{"l", List{3}}}));
}

TEST(Remove, StandsBesideSetOfTheSameListInEitherOrder) {
  const Given given = Given().value(":v", 17);
  const Item item{{"l", List{2, 3, 4, 5, 6, 7}}};
  const Item expected{{"l", List{2, 4, 17, 6, 7}}};
  EXPECT_EQ(given.updated("REMOVE l[1] SET l[3] = :v", item).value(), expected);
  EXPECT_EQ(given.updated("SET l[3] = :v REMOVE l[1]", item).value(), expected);
}

TEST(Remove, StandsBesideAnAppend) {
  EXPECT_EQ(
      Given().value(":v", 9).updated("SET l[9] = :v REMOVE l[0]", Item{{"l", List{1, 2}}}).value(),
      (Item{{"l", List{2, 9}}}));
}

TEST(Remove, GoesDeepIntoDocuments) {
  const Item item{{"a", Map{{"c", List{"hi", Map{{"y", List{3, 5, 7}}, {"q", 2}}}}}}};
  EXPECT_EQ(Given().updated("REMOVE a.c[1].y[1], a.c[1].q", item).value(),
            (Item{{"a", Map{{"c", List{"hi", Map{{"y", List{3, 7}}}}}}}}));
}

TEST(Remove, RefusesAPathThatLeadsNowhere) {
  const Item item{{"s", "hello"}, {"l", List{"hi"}}};
  for (const std::string path : {"s.c", "l.c", "absent.c", "s[0]", "absent[0]"}) {
    EXPECT_EQ(Given().update_error("REMOVE " + path, item), kWrongPath) << path;
  }
}

TEST(Remove, AsksNothingOfAnItemThatIsNotThere) {
  EXPECT_EQ(Given().updated("REMOVE x.y, z[0]", std::nullopt).value(), (Item{{"pk", "new"}}));
}

TEST(Add, AddsToANumber) {
  EXPECT_EQ(Given().value(":v", -4).updated("ADD a :v", Item{{"a", 3}}).value(), (Item{{"a", -1}}));
}

TEST(Add, StartsFromNothing) {
  EXPECT_EQ(Given().value(":v", 7).updated("ADD b :v", Item{{"a", 1}}).value(),
            (Item{{"a", 1}, {"b", 7}}));
  EXPECT_EQ(Given().value(":v", strings({"x"})).updated("ADD b :v", std::nullopt).value(),
            (Item{{"pk", "new"}, {"b", strings({"x"})}}));
}

TEST(Add, UnitesSetsOfEachType) {
  EXPECT_EQ(Given()
                .value(":v", strings({"d", "b", "a"}))
                .updated("ADD s :v", Item{{"s", strings({"b", "c"})}})
                .value(),
            (Item{{"s", strings({"a", "b", "c", "d"})}}));
  EXPECT_EQ(Given()
                .value(":v", numbers({10, -1}))
                .updated("ADD s :v", Item{{"s", numbers({9, 10})}})
                .value(),
            (Item{{"s", numbers({-1, 9, 10})}}));
  EXPECT_EQ(Given()
                .value(":v", binaries({Binary{"\xff"}}))
                .updated("ADD s :v", Item{{"s", binaries({Binary{"a"}, Binary{"\xff"}})}})
                .value(),
            (Item{{"s", binaries({Binary{"a"}, Binary{"\xff"}})}}));
}

TEST(Add, WorksInsideADocument) {
  const Given given = Given().value(":v", 1).value(":s", strings({"b"}));
  EXPECT_EQ(given
                .updated("ADD m.n :v, m.fresh :v, m.s :s",
                         Item{{"m", Map{{"n", 1}, {"s", strings({"a"})}}}})
                .value(),
            (Item{{"m", Map{{"n", 2}, {"fresh", 1}, {"s", strings({"a", "b"})}}}}));
}

TEST(Add, RefusesAnAttributeOfAnotherType) {
  EXPECT_EQ(Given().value(":v", 1).update_error("ADD a :v", Item{{"a", "hi"}}), kWrongType);
  EXPECT_EQ(Given().value(":v", numbers({1})).update_error("ADD a :v", Item{{"a", 1}}), kWrongType);
  EXPECT_EQ(Given().value(":v", numbers({1})).update_error("ADD a :v", Item{{"a", strings({"1"})}}),
            kWrongType);
  EXPECT_EQ(Given().value(":v", numbers({1})).update_error("ADD a :v", Item{{"a", List{1}}}),
            kWrongType);
}

TEST(Add, RefusesConstantsThatAreNoNumbersOrSets) {
  const auto problem = [](const std::string& type) {
    return "Invalid UpdateExpression: Incorrect operand type for operator or function; operator: "
           "ADD, operand type: " +
           type + ", typeSet: ALLOWED_FOR_ADD_OPERAND";
  };
  EXPECT_EQ(Given().value(":v", "x").update_error("ADD a :v"), problem("STRING"));
  EXPECT_EQ(Given().value(":v", Binary{"x"}).update_error("ADD a :v"), problem("BINARY"));
  EXPECT_EQ(Given().value(":v", true).update_error("ADD a :v"), problem("BOOL"));
  EXPECT_EQ(Given().value(":v", nullptr).update_error("ADD a :v"), problem("NULL"));
  EXPECT_EQ(Given().value(":v", List{}).update_error("ADD a :v"), problem("LIST"));
  EXPECT_EQ(Given().value(":v", Map{}).update_error("ADD a :v"), problem("MAP"));
}

TEST(Add, RefusesASumThatLeavesTheRange) {
  const Given given = Given().value(":v", Number::parse("1e-130").value());
  EXPECT_EQ(given.update_error("ADD a :v", Item{{"a", Number::parse("1e100").value()}}),
            "Number overflow. Attempting to store a number with magnitude larger than supported "
            "range");
}

TEST(Delete, TakesElementsAway) {
  EXPECT_EQ(Given()
                .value(":v", strings({"b", "z"}))
                .updated("DELETE s :v", Item{{"s", strings({"a", "b", "c"})}})
                .value(),
            (Item{{"s", strings({"a", "c"})}}));
  EXPECT_EQ(Given()
                .value(":v", numbers({9}))
                .updated("DELETE s :v", Item{{"s", numbers({10, 9})}})
                .value(),
            (Item{{"s", numbers({10})}}));
  EXPECT_EQ(Given()
                .value(":v", binaries({Binary{"a"}}))
                .updated("DELETE s :v", Item{{"s", binaries({Binary{"a"}, Binary{"b"}})}})
                .value(),
            (Item{{"s", binaries({Binary{"b"}})}}));
}

TEST(Delete, LeavesNoEmptySet) {
  const Given given = Given().value(":v", strings({"a", "b", "c"}));
  EXPECT_EQ(given.updated("DELETE s :v", Item{{"s", strings({"a", "c"})}, {"t", 1}}).value(),
            (Item{{"t", 1}}));
  EXPECT_EQ(given.updated("DELETE m.s :v", Item{{"m", Map{{"s", strings({"a"})}}}}).value(),
            (Item{{"m", Map{}}}));
}

TEST(Delete, RemovesAnElementOfAListWithTheLastOfItsSet) {
  EXPECT_EQ(Given()
                .value(":v", strings({"a"}))
                .updated("DELETE l[0] :v", Item{{"l", List{strings({"a"}), 2}}})
                .value(),
            (Item{{"l", List{2}}}));
}

TEST(Delete, IgnoresWhatIsAbsent) {
  EXPECT_EQ(Given().value(":v", strings({"a"})).updated("DELETE s :v", Item{{"t", 1}}).value(),
            (Item{{"t", 1}}));
}

TEST(Delete, RefusesAnAttributeOfAnotherType) {
  EXPECT_EQ(Given().value(":v", strings({"a"})).update_error("DELETE s :v", Item{{"s", "a"}}),
            kWrongType);
  EXPECT_EQ(
      Given().value(":v", strings({"1"})).update_error("DELETE s :v", Item{{"s", numbers({1})}}),
      kWrongType);
}

TEST(Delete, RefusesConstantsThatAreNoSets) {
  EXPECT_EQ(Given().value(":v", 1).update_error("DELETE s :v"),
            "Invalid UpdateExpression: Incorrect operand type for operator or function; operator: "
            "DELETE, operand type: NUMBER, typeSet: ALLOWED_FOR_ADD_OPERAND");
}

TEST(Update, DoesAllSectionsAtOnceInAnyOrder) {
  const Given given = Given().value(":one", 1).value(":set", strings({"x"}));
  const Item item{{"a", 1}, {"b", 2}, {"c", 3}, {"d", strings({"x", "y"})}};
  EXPECT_EQ(given.updated("DELETE d :set ADD c :one REMOVE b SET a = :one", item).value(),
            (Item{{"a", 1}, {"c", 4}, {"d", strings({"y"})}}));
}

TEST(Update, GivesTheSameWhetherAPathIsDeepOrNot) {
  const Given given = Given().value(":one", 1).value(":l", List{2}).value(":set", strings({"x"}));
  const Item item{{"a", 1}, {"l", List{1}}, {"s", strings({"x", "y"})}, {"m", Map{{"x", 1}}}};
  const std::string flat = "SET a = a + :one, l = list_append(l, :l) REMOVE gone DELETE s :set";
  const Item expected{{"a", 2}, {"l", List{1, 2}}, {"s", strings({"y"})}, {"m", Map{{"x", 1}}}};
  EXPECT_EQ(given.updated(flat, item).value(), expected);
  EXPECT_EQ(
      given.updated(flat + " ADD m.y :one", item).value(),
      (Item{{"a", 2}, {"l", List{1, 2}}, {"s", strings({"y"})}, {"m", Map{{"x", 1}, {"y", 1}}}}));
}

TEST(Update, TellsOfSectionTypesBeforeFunctions) {
  EXPECT_EQ(Given().value(":v", "x").update_error("SET a = list_append(b, :v) ADD c :v"),
            "Invalid UpdateExpression: Incorrect operand type for operator or function; operator: "
            "ADD, operand type: STRING, typeSet: ALLOWED_FOR_ADD_OPERAND");
}

TEST(Update, KnowsTheAttributesItTouches) {
  const Given given = Given().value(":v", 1);
  const Placeholders placeholders = given.placeholders();
  const Update update = bound("SET m.x = q, b = :v REMOVE m.y, a", placeholders);
  EXPECT_EQ(update.names(), (std::vector<std::string_view>{"a", "b", "m"}));
  EXPECT_EQ(update.paths().size(), 5U);
  EXPECT_EQ(update.written_paths().size(), 4U);
}

TEST(Update, CountsItsActionsByKind) {
  const Given given = Given().value(":v", numbers({1}));
  const Placeholders placeholders = given.placeholders();
  const Update update = bound("SET a = :v, b = :v REMOVE c ADD d :v DELETE e :v", placeholders);
  EXPECT_EQ(update.count(UpdateAction::Kind::Set), 2U);
  EXPECT_EQ(update.count(UpdateAction::Kind::Remove), 1U);
  EXPECT_EQ(update.count(UpdateAction::Kind::Add), 1U);
  EXPECT_EQ(update.count(UpdateAction::Kind::Delete), 1U);
}

TEST(Update, OnlyRemovesIfItHasNoSetAndNoAdd) {
  const Given given = Given().value(":v", numbers({1}));
  const Placeholders placeholders = given.placeholders();
  EXPECT_TRUE(bound("REMOVE a DELETE b :v", placeholders).only_removes());
  EXPECT_FALSE(bound("REMOVE a ADD b :v", placeholders).only_removes());
}

TEST(Update, ShowsOfADocumentOnlyWhatItTouches) {
  const Given given = Given().value(":v", 1);
  const Placeholders placeholders = given.placeholders();
  const Update update = bound("SET m.x = :v, b = :v REMOVE c", placeholders);
  const Bytes item = encode(Item{{"m", Map{{"x", 7}, {"y", 8}}}, {"b", 1}, {"c", 2}, {"d", 3}});
  Bytes touched;
  update.touched().append_to(touched, ItemView::from_valid(item));
  EXPECT_EQ(ItemView::from_valid(touched).to_item(),
            (Item{{"m", Map{{"x", 7}}}, {"b", 1}, {"c", 2}}));
}

TEST(Update, ReusesAWriter) {
  const Given given = Given().value(":v", 1);
  const Placeholders placeholders = given.placeholders();
  const Update update = bound("SET a = :v", placeholders);
  const Bytes key = encode(Item{{"pk", "k"}});
  ItemWriter writer;
  for (int i = 0; i < 2; ++i) {
    const auto after =
        update.apply({.before = std::nullopt, .key = ItemView::from_valid(key)}, writer);
    EXPECT_EQ(after.value().to_item(), (Item{{"pk", "k"}, {"a", 1}}));
  }
}

}  // namespace
}  // namespace partita::expression
