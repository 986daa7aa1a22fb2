#include "partita/value/measure.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "partita/base/random.h"
#include "partita/value/item_codec.h"
#include "unit/language/value/random_item.h"

namespace partita {
namespace {

constexpr std::uint64_t kMeasureSeed = 20261115;

Value wrapped_in_lists(int wraps) {
  Value value = "x";
  for (int i = 0; i < wraps; ++i) value = List{std::move(value)};
  return value;
}

Value wrapped_in_maps(int wraps) {
  Value value = "x";
  for (int i = 0; i < wraps; ++i) value = Map{{"m", std::move(value)}};
  return value;
}

TEST(Measure, CountsScalarsAndSetsByTheirContent) {
  const std::vector<std::pair<Value, std::size_t>> cases = {
      {"", 0},
      {"abc", 3},
      {"\xc3\xa9", 2},
      {123456, 4},
      {Binary{std::string(3, '\0')}, 3},
      {true, 1},
      {nullptr, 1},
      {Value::string_set({"ab", "c"}).value(), 3},
      {Value::number_set({1, -1}).value(), 5},
      {Value::binary_set({{"ab"}, {"c"}}).value(), 3},
  };
  for (const auto& [value, size] : cases) EXPECT_EQ(size_bytes(value), size);
}

TEST(Measure, AddsOverheadForListsAndMaps) {
  EXPECT_EQ(size_bytes(Value(List{})), 3U);
  EXPECT_EQ(size_bytes(Value(Map{})), 3U);
  EXPECT_EQ(size_bytes(Value(List{"ab", true})), 3U + 1 + 2 + 1 + 1);
  EXPECT_EQ(size_bytes(Value(Map{{"name", "ab"}})), 3U + 1 + 4 + 2);
  EXPECT_EQ(size_bytes(Value(List{List{}})), 3U + 1 + 3);
}

TEST(Measure, CountsTheNamesOfAttributes) {
  EXPECT_EQ(size_bytes(Item{}), 0U);
  EXPECT_EQ(size_bytes(Item{{"pk", "a"}, {"v", 1}}), 2U + 1 + 1 + 2);
}

TEST(Measure, IsTheSameForTheStoredForm) {
  SCOPED_TRACE(kMeasureSeed);
  SeededRandom random(kMeasureSeed);
  for (int i = 0; i < 1'000; ++i) {
    const Item item = random_item(random);
    const Bytes bytes = encode(item);
    ASSERT_EQ(size_bytes(ItemView::parse(bytes).value()), size_bytes(item));
  }
}

TEST(Measure, AllowsAnItemOf400KilobytesAndNotOneByteMore) {
  Item item{{"pk", "a"}, {"text", std::string(kItemBytesMax - 7, 'x')}};
  EXPECT_EQ(size_bytes(item), 409'600U);
  EXPECT_TRUE(check_item(item).ok());
  item.set("pk", "ab");
  const auto refused = check_item(item);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().kind(), ErrorKind::InvalidArgument);
  EXPECT_EQ(refused.error().message(), "Item size has exceeded the maximum allowed size");
}

TEST(Measure, CountsLevelsOfListsAndMaps) {
  EXPECT_EQ(nesting(Value("a")), 0);
  EXPECT_EQ(nesting(Value(List{})), 1);
  EXPECT_EQ(nesting(Item{}), 1);
  EXPECT_EQ(nesting(Item{{"a", Map{{"b", List{1}}}}, {"c", 1}}), 3);
}

TEST(Measure, AllowsThirtyOneWrapsAndNotOneMore) {
  for (const auto& wrapped : {wrapped_in_lists, wrapped_in_maps}) {
    EXPECT_TRUE(check_item(Item{{"a", wrapped(31)}}).ok());
    const auto refused = check_item(Item{{"a", wrapped(32)}});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().message(),
              "Nesting Levels have exceeded supported limits: Attributes in the item have nested "
              "levels beyond supported limit");
  }
}

TEST(Measure, RefusesTextThatIsNotUtf8) {
  const std::vector<Item> items = {
      Item{{"\xff", 1}},
      Item{{"a", "\xff"}},
      Item{{"a", Value::string_set({"\xff"}).value()}},
      Item{{"a", List{Map{{"b", "\xff"}}}}},
      Item{{"a", Map{{"\xff", 1}}}},
  };
  for (const Item& item : items) EXPECT_FALSE(check_item(item).ok());
  EXPECT_TRUE(check_item(Item{{"a", Binary{"\xff"}}}).ok());
}

}  // namespace
}  // namespace partita
