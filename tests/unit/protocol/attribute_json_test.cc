#include "protocol/attribute_json.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/value/item_codec.h"
#include "protocol/json_string.h"

namespace partita::protocol {
namespace {

using std::string_view_literals::operator""sv;

std::string json_of(const Value& value) {
  const Bytes bytes = encode(value);
  std::string json;
  append_json(json, ValueView::parse(bytes).value());
  return json;
}

std::string json_string(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  return json;
}

TEST(AttributeJson, PrintsEveryType) {
  const std::vector<std::pair<Value, std::string_view>> cases = {
      {"text", R"({"S":"text"})"},
      {"", R"({"S":""})"},
      {-12, R"({"N":"-12"})"},
      {Number::parse("1.50").value(), R"({"N":"1.5"})"},
      {Binary{"b"}, R"({"B":"Yg=="})"},
      {Binary{""}, R"({"B":""})"},
      {true, R"({"BOOL":true})"},
      {false, R"({"BOOL":false})"},
      {nullptr, R"({"NULL":true})"},
      {List{}, R"({"L":[]})"},
      {List{1, List{"a"}}, R"({"L":[{"N":"1"},{"L":[{"S":"a"}]}]})"},
      {Map{}, R"({"M":{}})"},
      {Map{{"b", 1}, {"a", nullptr}}, R"({"M":{"a":{"NULL":true},"b":{"N":"1"}}})"},
      {Value::string_set({"b", "a"}).value(), R"({"SS":["a","b"]})"},
      {Value::number_set({10, 9}).value(), R"({"NS":["9","10"]})"},
      {Value::binary_set({{"b"}, {""}}).value(), R"({"BS":["","Yg=="]})"},
  };
  for (const auto& [value, json] : cases) EXPECT_EQ(json_of(value), json);
}

TEST(AttributeJson, PrintsItemsBehindWhatIsThere) {
  const Bytes bytes = encode(Item{{"v", 1}, {"p\"k", "a"}});
  std::string json = R"({"Item":)";
  append_json(json, ItemView::parse(bytes).value());
  EXPECT_EQ(json, R"({"Item":{"p\"k":{"S":"a"},"v":{"N":"1"}})");
}

TEST(AttributeJson, PrintsTheEmptyItem) {
  const Bytes bytes = encode(Item{});
  std::string json;
  append_json(json, ItemView::parse(bytes).value());
  EXPECT_EQ(json, "{}");
}

TEST(AttributeJson, PrintsLargeValues) {
  const std::string text(100'000, 'x');
  EXPECT_EQ(json_of(Value(text)), R"({"S":")" + text + R"("})");
  EXPECT_EQ(json_of(Value(Number::parse("1e125").value())),
            R"({"N":"1)" + std::string(125, '0') + R"("})");
  List list;
  std::string expected = R"({"L":[{"N":"0"})";
  list.push_back(0);
  for (int i = 1; i < 2'000; ++i) {
    list.push_back(i);
    expected += R"(,{"N":")" + std::to_string(i) + R"("})";
  }
  EXPECT_EQ(json_of(Value(list)), expected + "]}");
}

TEST(JsonString, EscapesOnlyWhatJsonDemands) {
  EXPECT_EQ(json_string("a\"b\\c/d"), R"("a\"b\\c/d")");
  EXPECT_EQ(json_string("\b\t\n\f\r"), R"("\b\t\n\f\r")");
  EXPECT_EQ(json_string("\0\x01\x1f\x7f"sv), "\"\\u0000\\u0001\\u001F\x7f\"");
  EXPECT_EQ(json_string("é€\U0001F600"), "\"é€\U0001F600\"");
}

TEST(JsonString, FindsAnEscapeAtEveryPlaceOfEveryLength) {
  for (std::size_t size = 1; size <= 70; ++size) {
    EXPECT_EQ(json_string(std::string(size, '\xc3')), "\"" + std::string(size, '\xc3') + "\"");
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, '!');
      text[at] = '"';
      const std::string expected =
          "\"" + std::string(at, '!') + "\\\"" + std::string(size - at - 1, '!') + "\"";
      ASSERT_EQ(json_string(text), expected);
    }
  }
}

TEST(JsonString, EscapesEachByteThatNeedsItAndNoOther) {
  for (int byte = 0; byte < 0x80; ++byte) {
    for (const std::size_t size : {1U, 5U, 9U, 20U}) {
      const std::string text(size, static_cast<char>(byte));
      const bool is_plain = json_string(text) == "\"" + text + "\"";
      EXPECT_EQ(is_plain, byte >= 0x20 && byte != '"' && byte != '\\') << byte << " " << size;
    }
  }
}

}  // namespace
}  // namespace partita::protocol
