#include "partita/value/item_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "partita/base/random.h"
#include "partita/value/item_codec.h"
#include "unit/language/value/random_item.h"

namespace partita {
namespace {

constexpr std::uint64_t kWriterSeed = 20261115;

template <typename T>
std::vector<T> shuffled(std::vector<T> elements, Random& random) {
  for (std::size_t i = elements.size(); i > 1; --i) {
    std::swap(elements[i - 1], elements[random.below(i)]);
  }
  return elements;
}

void write(ItemWriter& writer, const Value& value, Random& random);

void write_members(ItemWriter& writer, const Map& map, Random& random) {
  for (const auto& [name, value] : shuffled(std::vector(map.begin(), map.end()), random)) {
    writer.name(name);
    write(writer, value, random);
  }
}

// Writes the value with its members and elements in any order.
void write(ItemWriter& writer, const Value& value, Random& random) {
  switch (value.type()) {
    case ValueType::S:
      return writer.string(value.string());
    case ValueType::N:
      return writer.number(value.number());
    case ValueType::B:
      return writer.binary(value.binary());
    case ValueType::Bool:
      return writer.boolean(value.boolean());
    case ValueType::Null:
      return writer.null();
    default:
      break;
  }
  writer.begin(value.type());
  if (value.type() == ValueType::M) write_members(writer, value.map(), random);
  if (value.type() == ValueType::L) {
    for (const Value& element : value.list()) write(writer, element, random);
  }
  if (value.type() == ValueType::SS) {
    for (const auto& text : shuffled(value.string_set().elements(), random)) writer.string(text);
  }
  if (value.type() == ValueType::NS) {
    for (const auto& number : shuffled(value.number_set().elements(), random))
      writer.number(number);
  }
  if (value.type() == ValueType::BS) {
    for (const auto& binary : shuffled(value.binary_set().elements(), random)) {
      writer.binary(binary.bytes);
    }
  }
  writer.end();
}

std::string writing_error(const Result<ItemView>& item) {
  if (item.ok()) return "accepted";
  EXPECT_EQ(item.error().kind(), ErrorKind::InvalidArgument);
  return item.error().message();
}

TEST(ItemWriter, WritesTheBytesThatEncodeWrites) {
  ItemWriter writer;
  writer.name("v");
  writer.number(1);
  writer.name("pk");
  writer.string("a");
  EXPECT_EQ(writer.finish()->bytes(), encode(Item{{"pk", "a"}, {"v", 1}}));
}

TEST(ItemWriter, WritesRandomItemsInAnyOrder) {
  SCOPED_TRACE(kWriterSeed);
  SeededRandom random(kWriterSeed);
  ItemWriter writer;
  for (int i = 0; i < 3'000; ++i) {
    const Item item = random_item(random);
    writer.clear();
    write_members(writer, item, random);
    const auto written = writer.finish();
    ASSERT_TRUE(written.ok()) << written.error().to_string();
    ASSERT_EQ(written->bytes(), encode(item));
    ASSERT_TRUE(ItemView::parse(written->bytes()).ok());
  }
}

TEST(ItemWriter, CopiesStoredValues) {
  SCOPED_TRACE(kWriterSeed);
  SeededRandom random(kWriterSeed);
  ItemWriter writer;
  for (int i = 0; i < 1'000; ++i) {
    const Item item{{"list", List{random_value(random, 2)}}, {"value", random_value(random, 2)}};
    const Bytes bytes = encode(item);
    const ItemView stored = ItemView::from_valid(bytes);
    writer.clear();
    writer.name("value");
    writer.value(*stored.find("value"));
    writer.name("list");
    writer.begin(ValueType::L);
    writer.value(*stored.find("list")->list().at(0));
    writer.end();
    ASSERT_EQ(writer.finish()->bytes(), bytes);
  }
}

TEST(ItemWriter, CopiesStoredValuesIntoSets) {
  const Bytes text = encode(Value("x"));
  ItemWriter writer;
  writer.name("set");
  writer.begin(ValueType::SS);
  writer.value(ValueView::from_valid(text));
  writer.end();
  EXPECT_EQ(writer.finish()->to_item(), (Item{{"set", Value::string_set({"x"}).value()}}));
}

TEST(ItemWriter, RefusesANameThatComesTwice) {
  ItemWriter writer;
  for (const auto* name : {"b", "a", "b"}) {
    writer.name(name);
    writer.null();
  }
  EXPECT_EQ(writing_error(writer.finish()), "Duplicate attribute name: b");
}

TEST(ItemWriter, RefusesDuplicatesInSetsInDynamoDbsWords) {
  const std::string invalid = "One or more parameter values were invalid: ";
  ItemWriter writer;
  writer.name("a");
  writer.begin(ValueType::SS);
  for (const auto* text : {"b", "a", "b"}) writer.string(text);
  writer.end();
  EXPECT_EQ(writing_error(writer.finish()),
            invalid + R"(Input collection ["a", "b", "b"] contains duplicates.)");

  writer.clear();
  writer.name("a");
  writer.begin(ValueType::NS);
  writer.number(1);
  writer.number(Number::parse("1.0").value());
  writer.end();
  EXPECT_EQ(writing_error(writer.finish()), invalid + "Input collection contains duplicates.");

  writer.clear();
  writer.name("a");
  writer.begin(ValueType::BS);
  writer.binary("b");
  writer.binary("b");
  writer.end();
  EXPECT_EQ(writing_error(writer.finish()),
            invalid + R"(Input collection ["Yg==","Yg=="]of type BS contains duplicates.)");
}

TEST(ItemWriter, RefusesEmptySets) {
  const std::string invalid = "One or more parameter values were invalid: ";
  const std::vector<std::pair<ValueType, std::string>> cases = {
      {ValueType::SS, "An string set  may not be empty"},
      {ValueType::NS, "An number set  may not be empty"},
      {ValueType::BS, "Binary sets should not be empty"},
  };
  ItemWriter writer;
  for (const auto& [type, problem] : cases) {
    writer.clear();
    writer.name("a");
    writer.begin(type);
    writer.end();
    EXPECT_EQ(writing_error(writer.finish()), invalid + problem);
  }
}

std::string error_of_wraps(int wraps, ValueType innermost) {
  ItemWriter writer;
  writer.name("a");
  for (int i = 0; i < wraps; ++i) writer.begin(ValueType::L);
  writer.begin(innermost);
  writer.string("x");
  for (int i = 0; i < wraps + 1; ++i) writer.end();
  return writing_error(writer.finish());
}

TEST(ItemWriter, RefusesNestingBeyondTheLimit) {
  const std::string refused =
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
      "beyond supported limit";
  EXPECT_EQ(error_of_wraps(30, ValueType::L), "accepted");
  EXPECT_EQ(error_of_wraps(31, ValueType::SS), "accepted");
  EXPECT_EQ(error_of_wraps(31, ValueType::L), refused);
  EXPECT_EQ(error_of_wraps(100'000, ValueType::L), refused);
}

TEST(ItemWriter, RefusesStoredValuesThatNestTooDeepWhereTheyGo) {
  Value deep = 1;
  for (int i = 0; i < 31; ++i) deep = List{deep};
  const Bytes bytes = encode(deep);
  ItemWriter writer;
  writer.name("a");
  writer.value(ValueView::from_valid(bytes));
  EXPECT_EQ(writing_error(writer.finish()), "accepted");
  writer.clear();
  writer.name("a");
  writer.begin(ValueType::L);
  writer.value(ValueView::from_valid(bytes));
  writer.end();
  EXPECT_TRUE(writing_error(writer.finish()).starts_with("Nesting Levels have exceeded"));
}

TEST(ItemWriter, TellsTheFirstOfTwoErrors) {
  ItemWriter writer;
  writer.name("a");
  writer.begin(ValueType::NS);
  writer.end();
  writer.name("b");
  writer.begin(ValueType::SS);
  writer.end();
  EXPECT_TRUE(writing_error(writer.finish()).ends_with("An number set  may not be empty"));
}

TEST(ItemWriter, IsUsableAgainAfterAnError) {
  ItemWriter writer;
  writer.name("a");
  writer.begin(ValueType::NS);
  writer.end();
  EXPECT_NE(writing_error(writer.finish()), "accepted");
  writer.clear();
  EXPECT_EQ(writer.finish()->bytes(), encode(Item{}));
}

TEST(ItemWriterDeathTest, StopsTheProgramWhenCallsDoNotFit) {
  ItemWriter writer;
  EXPECT_DEATH(writer.string("a"), "is_named_");
  EXPECT_DEATH(writer.end(), "open_.size");
  writer.name("a");
  EXPECT_DEATH(writer.name("b"), "is_named_");
  EXPECT_DEATH((void)writer.finish(), "is_named_");
  writer.begin(ValueType::SS);
  EXPECT_DEATH(writer.number(1), "element_type");
}

}  // namespace
}  // namespace partita
