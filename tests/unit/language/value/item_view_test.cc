#include "partita/value/item_view.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/value/item_codec.h"

namespace partita {
namespace {

using std::string_view_literals::operator""sv;

// Owns the bytes that its view reads.
class Stored {
 public:
  explicit Stored(const Value& value) : bytes_(encode(value)) {}
  ValueView view() const { return ValueView::parse(bytes_).value(); }

 private:
  Bytes bytes_;
};

std::string parse_error(ByteView bytes) {
  // On the heap to the last byte, so that AddressSanitizer sees a read behind it.
  const std::vector<char> exact(bytes.begin(), bytes.end());
  const auto view = ItemView::parse({exact.data(), exact.size()});
  if (view.ok()) return "accepted";
  EXPECT_EQ(view.error().kind(), ErrorKind::Corrupt);
  return view.error().message();
}

// The item `a` whose value is encoded as `value`.
std::string value_error(std::string_view value) {
  return parse_error(std::string("\x01\x01") + "a" + std::string(value));
}

TEST(ItemView, FindsAttributesByName) {
  const Bytes bytes = encode(Item{{"a", 1}, {"b", "x"}, {"ba", true}});
  const auto item = ItemView::parse(bytes).value();
  EXPECT_EQ(item.find("a")->number(), Number(1));
  EXPECT_EQ(item.find("b")->string(), "x");
  EXPECT_TRUE(item.find("ba")->boolean());
  EXPECT_FALSE(item.find("").has_value());
  EXPECT_FALSE(item.find("c").has_value());
  EXPECT_EQ(item.attributes().size(), 3U);
}

TEST(ItemView, ReadsEveryType) {
  EXPECT_EQ(Stored("text").view().string(), "text");
  EXPECT_EQ(Stored(-5).view().number(), Number(-5));
  EXPECT_EQ(Stored(Binary{"\xff"}).view().binary(), "\xff");
  EXPECT_TRUE(Stored(true).view().boolean());
  EXPECT_FALSE(Stored(false).view().boolean());
  EXPECT_EQ(Stored(nullptr).view().type(), ValueType::Null);
  EXPECT_TRUE(Stored(List{}).view().list().is_empty());
  EXPECT_TRUE(Stored(Map{}).view().map().is_empty());
}

TEST(ItemView, IteratesInOrder) {
  const Stored list(List{3, 1, 2});
  std::vector<Number> numbers;
  for (const ValueView& value : list.view().list()) numbers.push_back(value.number());
  EXPECT_EQ(numbers, (std::vector<Number>{3, 1, 2}));

  const Stored map(Map{{"y", 1}, {"x", 2}});
  std::string names;
  for (const auto& [name, value] : map.view().map()) names += name;
  EXPECT_EQ(names, "xy");

  const Stored set(Value::string_set({"b", "", "a"}).value());
  const auto strings = set.view().string_set();
  EXPECT_EQ(std::vector<std::string>(strings.begin(), strings.end()),
            (std::vector<std::string>{"", "a", "b"}));
  EXPECT_EQ(strings.size(), 3U);
}

TEST(ItemView, FollowsDocumentPaths) {
  const Bytes bytes = encode(Item{{"a", Map{{"b", List{1, Map{{"c", "found"}}}}}}, {"s", "x"}});
  const auto item = ItemView::parse(bytes).value();
  const auto follow = [&](std::vector<PathStep> path) { return item.follow(path); };
  EXPECT_EQ(follow({"a", "b", 1U, "c"})->string(), "found");
  EXPECT_EQ(follow({"a", "b", 0U})->number(), Number(1));
  EXPECT_EQ(follow({"s"})->string(), "x");
  EXPECT_FALSE(follow({"x"}).has_value());
  EXPECT_FALSE(follow({"a", "x"}).has_value());
  EXPECT_FALSE(follow({"a", "b", 2U}).has_value());
  EXPECT_FALSE(follow({"a", 0U}).has_value());
  EXPECT_FALSE(follow({"a", "b", "c"}).has_value());
  EXPECT_FALSE(follow({"s", "c"}).has_value());
}

TEST(ItemView, ComparesAsValuesDo) {
  const auto order = [](const Value& left, const Value& right) {
    const Stored a(left);
    const Stored b(right);
    EXPECT_EQ(compare(a.view(), b.view()), compare(left, right));
    EXPECT_EQ(a.view() == b.view(), left == right);
    return compare(a.view(), b.view());
  };
  EXPECT_EQ(order("a", "b"), std::partial_ordering::less);
  EXPECT_EQ(order("b", "ab"), std::partial_ordering::greater);
  EXPECT_EQ(order(Binary{"\xff"}, Binary{"\x01\x01"}), std::partial_ordering::greater);
  EXPECT_EQ(order(-2, 1), std::partial_ordering::less);
  EXPECT_EQ(order(100, 99), std::partial_ordering::greater);
  EXPECT_EQ(order(5, 5), std::partial_ordering::equivalent);
  EXPECT_EQ(order("1", 1), std::partial_ordering::unordered);
  EXPECT_EQ(order(true, true), std::partial_ordering::unordered);
  EXPECT_EQ(order(List{1}, List{1}), std::partial_ordering::unordered);
}

TEST(ItemView, NamesWhatIsDamagedAndWhere) {
  EXPECT_EQ(parse_error(""), "Item is damaged at byte 0 of 0: the version of the format is not 1");
  EXPECT_EQ(parse_error("\x02"),
            "Item is damaged at byte 0 of 1: the version of the format is not 1");
  EXPECT_EQ(parse_error("\x01\x05"
                        "ab"),
            "Item is damaged at byte 1 of 4: a length leads too far");
  EXPECT_EQ(parse_error("\x01\x80"), "Item is damaged at byte 2 of 2: a length is cut off");
  EXPECT_EQ(parse_error("\x01\x81\x00"sv),
            "Item is damaged at byte 2 of 3: a length is not in its shortest form");
  EXPECT_EQ(parse_error("\x01\xff\xff\xff\xff\xff\x01"),
            "Item is damaged at byte 6 of 7: a length has more than five bytes");
  EXPECT_EQ(parse_error("\x01\x01"
                        "a"),
            "Item is damaged at byte 3 of 3: a value is missing");
  EXPECT_EQ(parse_error("\x01\x01\xff\x06"), "Item is damaged at byte 1 of 4: a name is not UTF-8");
  EXPECT_EQ(parse_error("\x01\x01"
                        "b\x06\x01"
                        "a\x06"),
            "Item is damaged at byte 4 of 7: names are not in ascending order");
  EXPECT_EQ(parse_error("\x01\x01"
                        "a\x06\x01"
                        "a\x06"),
            "Item is damaged at byte 4 of 7: names are not in ascending order");
}

TEST(ItemView, NamesDamageInValues) {
  EXPECT_EQ(value_error("\x00"sv), "Item is damaged at byte 3 of 4: a tag is unknown");
  EXPECT_EQ(value_error("\x0c\x00"sv), "Item is damaged at byte 3 of 5: a tag is unknown");
  EXPECT_EQ(value_error("\x01\x01\xff"), "Item is damaged at byte 3 of 6: a string is not UTF-8");
  EXPECT_EQ(value_error("\x07\x02\x06"), "Item is damaged at byte 4 of 6: a length leads too far");
  EXPECT_EQ(value_error("\x07\x01\x01"), "Item is damaged at byte 6 of 6: a length is cut off");
  EXPECT_EQ(value_error("\x09\x00"sv), "Item is damaged at byte 5 of 5: a set is empty");
  EXPECT_EQ(value_error("\x0a\x00"sv), "Item is damaged at byte 5 of 5: a set is empty");
  EXPECT_EQ(value_error("\x09\x02\x01\xff"),
            "Item is damaged at byte 5 of 7: a string is not UTF-8");
  EXPECT_EQ(value_error("\x0b\x02\x01\xff"), "accepted");
  EXPECT_EQ(value_error("\x09\x02\x00\x00"sv),
            "Item is damaged at byte 6 of 7: a set is not in ascending order");
  EXPECT_EQ(value_error("\x0a\x04\x01\x02\x01\x01"),
            "Item is damaged at byte 7 of 9: a set is not in ascending order");
}

TEST(ItemView, AcceptsNumbersOnlyInTheirNormalForm) {
  const std::string not_normal = "a number is not in its normal form";
  const std::vector<std::pair<std::string_view, std::string>> cases = {
      {"\x02\x00"sv, "accepted"},
      {"\x02\x01\x07"sv, "accepted"},
      {"\x02"sv, "a number is cut off"},
      {"\x02\x02\x07"sv, "a number is cut off"},
      {"\x02\x21\x07"sv, "a number has a reserved bit"},
      {"\x02\x11 12345678901234567"sv, "a number is too long"},
      {"\x02\x01\x00"sv, not_normal},      // A leading zero byte.
      {"\x02\x02\x07\x00"sv, not_normal},  // Another one.
      {"\x02\x80"sv, not_normal},          // Minus zero.
      {"\x02\x40\x02"sv, not_normal},      // Zero with an exponent.
      {"\x02\x01\x0a"sv, not_normal},      // Ten is one with an exponent.
      {"\x02\x41\x00\x01"sv, "a number has a bad exponent"},
      {"\x02\x41\xff\xff\x01\x01"sv, "a number has a bad exponent"},
      {"\x02\x41\xfa\x01\x01"sv, "accepted"},  // 1E125
      {"\x02\x41\xfc\x01\x01"sv, not_normal},  // 1E126
      {"\x02\x41\x83\x02\x01"sv, "accepted"},  // 1E-130
      {"\x02\x41\x85\x02\x01"sv, not_normal},  // 1E-131
      {"\x02\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"sv, not_normal},
  };
  for (const auto& [value, expected] : cases) {
    const std::string error = value_error(value);
    EXPECT_TRUE(error.ends_with(expected)) << error << " should be " << expected;
  }
}

TEST(ItemView, RefusesNestingBeyondTheLimitWithoutRecursingIntoIt) {
  Value value = 1;
  for (int i = 0; i < 31; ++i) value = List{value};
  const Bytes accepted = encode(value);
  const auto wrapped = [](const Bytes& inner) {
    return "\x07" + std::string(1, static_cast<char>(inner.size())) + inner;
  };
  EXPECT_EQ(value_error(accepted), "accepted");
  EXPECT_TRUE(value_error(wrapped(accepted)).ends_with("it is nested too deep"));
  EXPECT_TRUE(ValueView::parse(accepted).ok());
  EXPECT_FALSE(ValueView::parse(wrapped(accepted)).ok());
}

TEST(ItemView, RefusesBytesBehindAValue) {
  const auto view = ValueView::parse("\x06\x06");
  ASSERT_FALSE(view.ok());
  EXPECT_EQ(view.error().message(), "Item is damaged at byte 1 of 2: bytes follow the value");
}

// Whatever is done to the bytes, they are refused, or they are an item in its one encoding.
void expect_valid_or_corrupt(const std::vector<char>& bytes) {
  const ByteView view(bytes.data(), bytes.size());
  const auto item = ItemView::parse(view);
  if (item.ok()) {
    EXPECT_EQ(encode(item->to_item()), view);
  } else {
    EXPECT_EQ(item.error().kind(), ErrorKind::Corrupt);
  }
}

Bytes sample_bytes() {
  return encode(Item{
      {"S", "t\xc3\xa9xt"},
      {"N", Number::parse("-12.5").value()},
      {"L", List{1, "two", List{}, Binary{"\xff"}}},
      {"M", Map{{"a", Map{{"x", 1000}}}, {"b", true}, {"c", nullptr}}},
      {"SS", Value::string_set({"b", "a"}).value()},
      {"NS", Value::number_set({10, 9, -1}).value()},
      {"BS", Value::binary_set({{"b"}, {""}}).value()},
  });
}

TEST(ItemView, SurvivesEveryTruncation) {
  const Bytes bytes = sample_bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    expect_valid_or_corrupt(
        std::vector<char>(bytes.begin(), bytes.begin() + static_cast<long>(size)));
  }
}

TEST(ItemView, SurvivesEveryDamagedByte) {
  const Bytes bytes = sample_bytes();
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::vector<char> damaged(bytes.begin(), bytes.end());
    for (int byte = 0; byte < 256; ++byte) {
      damaged[at] = static_cast<char>(byte);
      expect_valid_or_corrupt(damaged);
    }
  }
}

}  // namespace
}  // namespace partita
