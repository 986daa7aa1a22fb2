#include "wire/protocol/attribute_json.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/value/item_codec.h"

namespace partita::protocol {
namespace {

std::string value_json(const Value& value) {
  const Bytes bytes = encode(value);
  std::string json;
  append_json(json, ValueView::parse(bytes).value());
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
  for (const auto& [value, json] : cases) EXPECT_EQ(value_json(value), json);
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
  EXPECT_EQ(value_json(Value(text)), R"({"S":")" + text + R"("})");
  EXPECT_EQ(value_json(Value(Number::parse("1e125").value())),
            R"({"N":"1)" + std::string(125, '0') + R"("})");
  List list;
  std::string expected = R"({"L":[{"N":"0"})";
  list.push_back(0);
  for (int i = 1; i < 2'000; ++i) {
    list.push_back(i);
    expected += R"(,{"N":")" + std::to_string(i) + R"("})";
  }
  EXPECT_EQ(value_json(Value(list)), expected + "]}");
}

}  // namespace
}  // namespace partita::protocol
