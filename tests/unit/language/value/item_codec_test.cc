#include "partita/value/item_codec.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/base/random.h"
#include "partita/value/item_view.h"
#include "unit/language/value/random_item.h"

namespace partita {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::uint64_t kCodecSeed = 20261115;

Item sample() {
  return Item{
      {"S", "text"},
      {"N", Number::parse("-12.5").value()},
      {"B", Binary{"\x00\xff"}},
      {"T", true},
      {"F", false},
      {"U", nullptr},
      {"L", List{1, "two", List{}}},
      {"M", Map{{"inner", Map{{"x", 1000}}}}},
      {"SS", Value::string_set({"b", "a"}).value()},
      {"NS", Value::number_set({10, 9}).value()},
      {"BS", Value::binary_set({{"b"}, {""}}).value()},
  };
}

// A pinned encoding: what is stored today is read by every later version.
TEST(ItemCodec, KeepsItsBytes) {
  const std::vector<std::pair<Value, std::string_view>> values = {
      {"", "\x01\x00"sv},
      {"ab",
       "\x01\x02"
       "ab"sv},
      {0, "\x02\x00"sv},
      {7, "\x02\x01\x07"sv},
      {-300, "\x02\xc1\x04\x03"sv},
      {Number::parse("0.5").value(), "\x02\x41\x01\x05"sv},
      {Number::parse("1E125").value(), "\x02\x41\xfa\x01\x01"sv},
      {4711, "\x02\x02\x67\x12"sv},
      {Binary{"\xff"}, "\x03\x01\xff"sv},
      {false, "\x04"sv},
      {true, "\x05"sv},
      {nullptr, "\x06"sv},
      {List{true, "x"}, "\x07\x04\x05\x01\x01x"sv},
      {Map{{"k", nullptr}}, "\x08\x03\x01k\x06"sv},
      {Value::string_set({"b", "a"}).value(),
       "\x09\x04\x01"
       "a\x01"
       "b"sv},
      {Value::number_set({2, -1}).value(), "\x0a\x04\x81\x01\x01\x02"sv},
      {Value::binary_set({{"b"}}).value(),
       "\x0b\x02\x01"
       "b"sv},
      {std::string(300, 'x'), "\x01\xac\x02"sv},
  };
  for (const auto& [value, bytes] : values) {
    EXPECT_EQ(encode(value).substr(0, bytes.size()), bytes);
  }
  EXPECT_EQ(encode(Item{{"v", 1}, {"pk", "a"}}),
            "\x01\x02pk\x01\x01"
            "a\x01v\x02\x01\x01"sv);
  EXPECT_EQ(encode(Item{}), "\x01"sv);
}

TEST(ItemCodec, GivesBackEveryRandomItem) {
  SCOPED_TRACE(kCodecSeed);
  SeededRandom random(kCodecSeed);
  for (int i = 0; i < 3'000; ++i) {
    const Item item = random_item(random);
    const Bytes bytes = encode(item);
    const auto view = ItemView::parse(bytes);
    ASSERT_TRUE(view.ok()) << view.error().to_string();
    ASSERT_EQ(view->to_item(), item);
    ASSERT_EQ(encode(view->to_item()), bytes);
  }
}

TEST(ItemCodec, GivesBackEveryRandomNumber) {
  SCOPED_TRACE(kCodecSeed);
  SeededRandom random(kCodecSeed);
  for (int i = 0; i < 20'000; ++i) {
    const Number number = random_number(random);
    const Bytes bytes = encode(Value(number));
    const auto view = ValueView::parse(bytes);
    ASSERT_TRUE(view.ok()) << number.to_string();
    ASSERT_EQ(view->number(), number);
  }
}

TEST(ItemCodec, GivesEqualItemsEqualBytes) {
  const Item one{{"a", Value::number_set({1, 20}).value()}, {"m", Map{{"x", 1}, {"y", 2}}}};
  const Item same{{"m", Map{{"y", 2}, {"x", Number::parse("1.00").value()}}},
                  {"a", Value::number_set({Number::parse("2e1").value(), 1}).value()}};
  EXPECT_EQ(encode(one), encode(same));
}

TEST(ItemCodec, GivesRandomValuesEqualBytesOnlyIfTheyAreEqual) {
  SCOPED_TRACE(kCodecSeed);
  SeededRandom random(kCodecSeed);
  std::vector<Value> values;
  for (int i = 0; i < 400; ++i) values.push_back(random_value(random, 1));
  for (const Value& left : values) {
    for (const Value& right : values) ASSERT_EQ(encode(left) == encode(right), left == right);
  }
}

TEST(ItemCodec, AppendsBehindWhatIsThere) {
  Bytes bytes = "head";
  append_encoded(bytes, sample());
  EXPECT_EQ(bytes, "head" + encode(sample()));
}

TEST(ItemCodec, HoldsContentOfEveryLengthOfItsPrefix) {
  for (const std::size_t size : {0U, 125U, 126U, 127U, 128U, 16'381U, 16'384U, 2'100'000U}) {
    const Item item{{"m", Map{{"", std::string(size, 'x')}}}, {"z", 1}};
    const Bytes bytes = encode(item);
    const auto view = ItemView::parse(bytes);
    ASSERT_TRUE(view.ok()) << size;
    EXPECT_EQ(view->to_item(), item) << size;
  }
}

TEST(ItemCodec, HoldsThirtyTwoLevels) {
  Value value = 1;
  for (int i = 0; i < 31; ++i) value = i % 2 == 0 ? Value(List{value}) : Value(Map{{"m", value}});
  const Item item{{"a", value}};
  const Bytes bytes = encode(item);
  EXPECT_EQ(ItemView::parse(bytes).value().to_item(), item);
}

TEST(ItemCodecDeathTest, StopsTheProgramRatherThanStoreWhatItCouldNotRead) {
  Value value = 1;
  for (int i = 0; i < 32; ++i) value = List{value};
  EXPECT_DEATH((void)encode(Item{{"a", value}}), "level <= kNestingMax");
}

TEST(ItemCodec, ProjectsToTheNamedAttributes) {
  const Bytes bytes = encode(sample());
  const std::vector<std::string_view> names = {"M", "absent", "B", "N", "M"};
  Bytes projected;
  append_projected(projected, ItemView::from_valid(bytes), names);
  const auto view = ItemView::parse(projected);
  ASSERT_TRUE(view.ok());
  const Item all = sample();
  EXPECT_EQ(view->to_item(),
            (Item{{"B", *all.find("B")}, {"M", *all.find("M")}, {"N", *all.find("N")}}));
}

TEST(ItemCodec, ProjectsToNothingWithoutNames) {
  const Bytes bytes = encode(sample());
  Bytes projected;
  append_projected(projected, ItemView::from_valid(bytes), std::span<const std::string_view>{});
  EXPECT_TRUE(ItemView::parse(projected).value().to_item().is_empty());
}

}  // namespace
}  // namespace partita
