#include "partita/value/value.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "partita/value/value_fault.h"

namespace partita {
namespace {

Value string_set(std::vector<std::string> elements) {
  return Value::string_set(std::move(elements)).value();
}

template <typename T>
std::string error_of(const Result<T>& result) {
  if (result.ok()) return "accepted";
  EXPECT_EQ(result.error().kind(), ErrorKind::InvalidArgument);
  return result.error().message();
}

TEST(Value, TakesItsTypeFromWhatItIsMadeOf) {
  EXPECT_EQ(Value("a").type(), ValueType::S);
  EXPECT_EQ(Value(std::string("a")).type(), ValueType::S);
  EXPECT_EQ(Value(std::string_view("a")).type(), ValueType::S);
  EXPECT_EQ(Value(1).type(), ValueType::N);
  EXPECT_EQ(Value(1U).type(), ValueType::N);
  EXPECT_EQ(Value(std::int64_t{-1}).type(), ValueType::N);
  EXPECT_EQ(Value(Number(1)).type(), ValueType::N);
  EXPECT_EQ(Value(Binary{"a"}).type(), ValueType::B);
  EXPECT_EQ(Value(true).type(), ValueType::Bool);
  EXPECT_EQ(Value(nullptr).type(), ValueType::Null);
  EXPECT_EQ(Value().type(), ValueType::Null);
  EXPECT_EQ(Value(List{1, "a"}).type(), ValueType::L);
  EXPECT_EQ(Value(Map{{"a", 1}}).type(), ValueType::M);
  EXPECT_EQ(string_set({"a"}).type(), ValueType::SS);
  EXPECT_EQ(Value::number_set({1})->type(), ValueType::NS);
  EXPECT_EQ(Value::binary_set({{"a"}})->type(), ValueType::BS);
}

TEST(Value, HasTheWiresNamesForTypes) {
  EXPECT_EQ(name_of(ValueType::S), "S");
  EXPECT_EQ(name_of(ValueType::Bool), "BOOL");
  EXPECT_EQ(name_of(ValueType::Null), "NULL");
  EXPECT_EQ(name_of(ValueType::BS), "BS");
}

TEST(Value, ComparesSetsAndMapsWithoutOrder) {
  EXPECT_EQ(string_set({"b", "a"}), string_set({"a", "b"}));
  EXPECT_NE(string_set({"b", "a"}), string_set({"a", "c"}));
  EXPECT_EQ(Value(Map{{"b", 1}, {"a", 2}}), Value(Map{{"a", 2}, {"b", 1}}));
  EXPECT_NE(Value(Map{{"b", 1}}), Value(Map{{"b", 2}}));
  EXPECT_NE(Value(List{1, 2}), Value(List{2, 1}));
}

TEST(Value, ComparesNumbersByValue) {
  EXPECT_EQ(Value(Number::parse("1.0").value()), Value(1));
  EXPECT_EQ(Value::number_set({Number::parse("1e2").value(), 3}).value(),
            Value::number_set({3, 100}).value());
}

TEST(Value, IsNeverEqualToAnotherType) {
  EXPECT_NE(Value("1"), Value(1));
  EXPECT_NE(Value("a"), Value(Binary{"a"}));
  EXPECT_NE(Value(false), Value(nullptr));
  EXPECT_NE(Value(List{}), Value(Map{}));
}

TEST(Value, OrdersScalarsOfOneType) {
  EXPECT_EQ(compare("a", "b"), std::partial_ordering::less);
  EXPECT_EQ(compare("ab", "a"), std::partial_ordering::greater);
  EXPECT_EQ(compare("\xc3\xa9", "z"), std::partial_ordering::greater);  // Bytes are unsigned.
  EXPECT_EQ(compare(Binary{"\xff"}, Binary{"\x01"}), std::partial_ordering::greater);
  EXPECT_EQ(compare(-10, 9), std::partial_ordering::less);
  EXPECT_EQ(compare(10, 9), std::partial_ordering::greater);
  EXPECT_EQ(compare(5, 5), std::partial_ordering::equivalent);
}

TEST(Value, HasNoOrderAcrossTypesOrForOtherTypes) {
  EXPECT_EQ(compare("1", 1), std::partial_ordering::unordered);
  EXPECT_EQ(compare("a", Binary{"a"}), std::partial_ordering::unordered);
  EXPECT_EQ(compare(true, true), std::partial_ordering::unordered);
  EXPECT_EQ(compare(nullptr, nullptr), std::partial_ordering::unordered);
  EXPECT_EQ(compare(List{1}, List{1}), std::partial_ordering::unordered);
  EXPECT_EQ(compare(string_set({"a"}), string_set({"a"})), std::partial_ordering::unordered);
}

TEST(ValueDeathTest, StopsTheProgramWhenAskedForAnotherType) {
  EXPECT_DEATH((void)Value("a").number(), "content != nullptr");
}

TEST(ValueSet, KeepsItsElementsSorted) {
  EXPECT_EQ(string_set({"c", "a", "b"}).string_set().elements(),
            (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(Value::number_set({10, -1, 9})->number_set().elements(),
            (std::vector<Number>{-1, 9, 10}));
  EXPECT_TRUE(string_set({"c", "a"}).string_set().contains("a"));
  EXPECT_FALSE(string_set({"c", "a"}).string_set().contains("b"));
}

TEST(ValueSet, IsNeverEmpty) {
  const std::string invalid = "One or more parameter values were invalid: ";
  EXPECT_EQ(error_of(Value::string_set({})), invalid + "An string set  may not be empty");
  EXPECT_EQ(error_of(Value::number_set({})), invalid + "An number set  may not be empty");
  EXPECT_EQ(error_of(Value::binary_set({})), invalid + "Binary sets should not be empty");
}

TEST(ValueSet, TellsTheBeginningOfALargeSetWithDuplicates) {
  const std::vector<std::string> elements(10'000, "element");
  const std::string message = error_of(Value::string_set(elements));
  EXPECT_LT(message.size(), 6000U);
  EXPECT_TRUE(message.ends_with(R"("element"...] contains duplicates.)")) << message;
}

TEST(ValueSet, KnowsTheWordsOfTheOlderLayerForDuplicates) {
  const auto older = [](const auto& refused) { return in_older_words(refused.error()).message(); };
  const std::string invalid = "One or more parameter values were invalid: ";
  EXPECT_EQ(older(Value::string_set({"b", "a", "b"})),
            invalid + "Input collection [b, a, b] contains duplicates.");
  EXPECT_EQ(older(Value::number_set({1, 1})), "Input collection contains duplicates");
  EXPECT_EQ(older(Value::binary_set({{"b"}, {"a"}, {"b"}})),
            invalid + "Input collection [Yg==, YQ==, Yg==]of type BS contains duplicates.");
}

TEST(ValueSet, RefusesDuplicatesInDynamoDbsWords) {
  const std::string invalid = "One or more parameter values were invalid: ";
  EXPECT_EQ(error_of(Value::string_set({"a", "a"})),
            invalid + R"(Input collection ["a", "a"] contains duplicates.)");
  EXPECT_EQ(error_of(Value::string_set({"b", "a", "b"})),
            invalid + R"(Input collection ["a", "b", "b"] contains duplicates.)");
  EXPECT_EQ(error_of(Value::number_set({1, 2, Number::parse("1.0").value()})),
            invalid + "Input collection contains duplicates.");
  EXPECT_EQ(error_of(Value::binary_set({{"b"}, {"b"}})),
            invalid + R"(Input collection ["Yg==","Yg=="]of type BS contains duplicates.)");
}

TEST(ValueSet, TakesTheEmptyStringAsAnElement) {
  EXPECT_EQ(string_set({"", "a"}).string_set().size(), 2U);
}

TEST(ValueSet, UnitesAndSubtracts) {
  const auto left = StringSet::create({"a", "b"}).value();
  const auto right = StringSet::create({"b", "c"}).value();
  EXPECT_EQ(left.united(right), StringSet::create({"a", "b", "c"}).value());
  EXPECT_EQ(left.without(right), StringSet::create({"a"}).value());
  EXPECT_EQ(left.without(left), std::nullopt);
}

TEST(Item, IsWrittenAsAList) {
  const Item item{{"pk", "a"}, {"v", 1}};
  EXPECT_EQ(item.size(), 2U);
  EXPECT_EQ(*item.find("pk"), Value("a"));
  EXPECT_EQ(*item.find("v"), Value(1));
  EXPECT_EQ(item.find("x"), nullptr);
  EXPECT_TRUE(Item{}.is_empty());
}

TEST(Item, HasItsNamesInTheOrderOfTheirBytes) {
  const Item item{{"b", 1}, {"\xc3\xa9", 2}, {"B", 3}, {"", 4}};
  std::vector<std::string> names;
  for (const auto& [name, value] : item) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"", "B", "b", "\xc3\xa9"}));
}

TEST(Item, KeepsTheLaterOfTwoMembersWithOneName) {
  EXPECT_EQ((Item{{"a", 1}, {"b", 2}, {"a", 3}}), (Item{{"a", 3}, {"b", 2}}));
}

TEST(Item, SetsReplacesAndErases) {
  Item item{{"b", 1}};
  item.set("c", 2);
  item.set("a", 3);
  item.set("b", "new");
  EXPECT_EQ(item, (Item{{"a", 3}, {"b", "new"}, {"c", 2}}));
  EXPECT_TRUE(item.erase("b"));
  EXPECT_FALSE(item.erase("b"));
  EXPECT_EQ(item, (Item{{"a", 3}, {"c", 2}}));
}

TEST(Item, IsUpdatedInPlaceAtAnyDepth) {
  Item item{{"m", Map{{"l", List{1, 2}}}}};
  item.find("m")->map().find("l")->list().push_back(3);
  EXPECT_EQ(item, (Item{{"m", Map{{"l", List{1, 2, 3}}}}}));
}

}  // namespace
}  // namespace partita
