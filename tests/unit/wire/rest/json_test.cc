#include "wire/rest/json.h"

#include <gtest/gtest.h>

#include "model/definition/read_model.h"
#include "partita/value/encoded_item.h"
#include "partita/value/measure.h"
#include "wire/rest/item.h"

namespace partita::rest {
namespace {

Item parsed(std::string_view json) { return parse_plain_json(json, kNestingMax).value(); }

std::string complaint(std::string_view json) {
  const auto item = parse_plain_json(json, kNestingMax);
  return item.ok() ? "" : item.error().message();
}

std::string printed(const Value& value) {
  std::string json;
  {
    protocol::JsonSink sink(json);
    put_plain_json(sink, EncodedValue(value).view());
  }
  return json;
}

TEST(RestJson, ReadsEveryKindOfValue) {
  const Item expected{{"a", 1},
                      {"b", "text"},
                      {"c", true},
                      {"d", nullptr},
                      {"e", List{1, "x", List{}}},
                      {"f", Map{{"g", false}}}};
  EXPECT_EQ(parsed(R"({"a":1,"b":"text","c":true,"d":null,"e":[1,"x",[]],"f":{"g":false}})"),
            expected);
}

TEST(RestJson, KeepsThirtyEightDigits) {
  const std::string digits = "12345678901234567890123456789012345678";
  const Item item = parsed(R"({"n":)" + digits + R"(,"m":-0.00000000000000000001 , "e":1E+100})");
  EXPECT_EQ(item.find("n")->number().to_string(), digits);
  EXPECT_EQ(printed(*item.find("n")), digits);
  EXPECT_EQ(printed(*item.find("m")), "-0.00000000000000000001");
  EXPECT_EQ(item.find("e")->number(), Number::parse("1E100").value());
}

TEST(RestJson, RefusesWhatIsNoJson) {
  for (const char* json :
       {"", "{", "[]", "7", "{\"a\":1}x", "{\"a\":01}", "{\"a\":1.}", "{\"a\":+1}", "{\"a\":NaN}",
        "{\"a\":\"\xFF\"}", "{\"a\":tru}", "{\"a\":1e}", "{\"a\":-}"}) {
    EXPECT_NE(complaint(json), "") << json;
  }
}

TEST(RestJson, SaysWhatNoItemCanHold) {
  EXPECT_NE(complaint(R"({"a":1,"a":2})").find("twice"), std::string::npos);
  EXPECT_NE(complaint(R"({"a":1e200})").find("Number overflow"), std::string::npos);
  EXPECT_NE(complaint(R"({"a":)" + std::string(39, '7') + "}").find("38"), std::string::npos);
  const std::string deep = R"({"a":)" + std::string(40, '[') + std::string(40, ']') + "}";
  EXPECT_NE(complaint(deep).find("deeper"), std::string::npos);
  EXPECT_NE(complaint(R"({"a":)" + std::string(100'000, '[')), "");
}

TEST(RestJson, PrintsSetsAsArraysAndBinariesAsBase64) {
  EXPECT_EQ(printed(Value::string_set({"b", "a"}).value()), R"(["a","b"])");
  EXPECT_EQ(printed(Value::number_set({Number(10), Number(9)}).value()), "[9,10]");
  EXPECT_EQ(printed(Value(Binary{"\x01\x02"})), R"("AQI=")");
  EXPECT_EQ(printed(Value(Map{{"q\"", nullptr}})), R"({"q\"":null})");
}

constexpr std::string_view kJsonModel = R"(
format: 1
model: m
version: 1
tables: {t: {name: t, key: {partition: pk}}}
entities:
  E:
    key: {pk: "E#{id}"}
    attributes:
      id: {type: string}
      pin: {type: string, sensitive: true}
      trace: {type: string, hidden: true}
      card:
        type: map
        fields:
          number: {type: string, sensitive: true}
          holder: {type: string}
          note: {type: string, hidden: true}
      cards: {type: list, of: {type: map, fields: {number: {type: string, sensitive: true}}}}
)";

class RestItem : public ::testing::Test {
 protected:
  std::string shown(const Item& item, JsonForm form = JsonForm::Plain) const {
    std::string json;
    {
      protocol::JsonSink sink(json);
      ItemPresenter(model_->entities.front()).put(sink, EncodedItem(item).view(), form);
    }
    return json;
  }

  std::shared_ptr<const model::Model> model_ = model::load_model(kJsonModel, "m.yaml").value();
};

TEST_F(RestItem, HidesMasksAndLeavesOutKeysThatTemplatesMake) {
  const Item item{{"pk", "E#1"}, {"id", "1"}, {"pin", "1234"}, {"trace", "x"}, {"more", 2}};
  EXPECT_EQ(shown(item), R"({"id":"1","more":2,"pin":"•••"})");
  EXPECT_EQ(shown(item, JsonForm::Typed),
            R"({"id":{"S":"1"},"more":{"N":"2"},"pin":{"S":"•••"},"pk":{"S":"E#1"}})");
}

TEST_F(RestItem, LooksIntoMapsAndLists) {
  const Map card{{"number", "4111"}, {"holder", "Ada"}, {"note", "n"}};
  const Item item{{"card", card}, {"cards", List{Map{{"number", "4111"}}, "odd"}}};
  EXPECT_EQ(shown(item),
            R"({"card":{"holder":"Ada","number":"•••"},"cards":[{"number":"•••"},"odd"]})");
  EXPECT_EQ(shown(item, JsonForm::Typed).find("4111"), std::string::npos);
  EXPECT_NE(shown(item, JsonForm::Typed).find(R"({"L":[{"M":{"number":{"S":"•••"}}})"),
            std::string::npos);
}

}  // namespace
}  // namespace partita::rest
