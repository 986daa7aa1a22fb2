#include "language/value/json_text.h"

#include <gtest/gtest.h>

namespace partita {
namespace {

TEST(JsonText, IndentsMembersInTheOrderOfTheCalls) {
  JsonText json;
  json.open_object();
  json.member("b", "text");
  json.array("a");
  json.number(Number(1));
  json.boolean(false);
  json.null();
  json.close_array();
  json.close_object();
  EXPECT_EQ(std::move(json).take(),
            "{\n  \"b\": \"text\",\n  \"a\": [\n    1,\n    false,\n    null\n  ]\n}\n");
}

TEST(JsonText, ClosesWhatIsEmptyOnTheSameLine) {
  JsonText json;
  json.open_object();
  json.object("o");
  json.close_object();
  json.array("a");
  json.close_array();
  json.close_object();
  EXPECT_EQ(std::move(json).take(), "{\n  \"o\": {},\n  \"a\": []\n}\n");
}

TEST(JsonText, WritesValuesPlainly) {
  const Value value(Map{{"binary", Binary{"hi"}},
                        {"number", Number::parse("0.250").value()},
                        {"set", Value::string_set({"b", "a"}).value()}});
  EXPECT_EQ(to_json(value),
            "{\n  \"binary\": \"aGk=\",\n  \"number\": 0.25,\n"
            "  \"set\": [\n    \"a\",\n    \"b\"\n  ]\n}\n");
}

TEST(JsonText, IsOneLineIfItIsCompact) {
  JsonText json(JsonLayout::Compact, "before ");
  json.open_object();
  json.member("a", "text");
  json.member("b", std::uint64_t{18446744073709551615U});
  json.member("c", -1);
  json.flag("d", false);
  json.object("e");
  json.close_object();
  json.array("f");
  json.raw("0.50");
  json.null();
  json.close_array();
  json.close_object();
  EXPECT_EQ(
      std::move(json).take(),
      R"(before {"a":"text","b":18446744073709551615,"c":-1,"d":false,"e":{},"f":[0.50,null]})");
}

}  // namespace
}  // namespace partita
