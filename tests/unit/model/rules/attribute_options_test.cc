#include <gtest/gtest.h>

#include "unit/model/rules/test_table.h"

// Each option of an attribute: values that it lets pass, and values that it refuses.

namespace partita::rules {
namespace {

struct OptionCase {
  const char* name;
  const char* attribute;  // The attribute `a`.
  std::vector<Value> accepted;
  std::vector<std::pair<Value, const char*>> refused;  // The text behind "Thing.a".
};

std::ostream& operator<<(std::ostream& stream, const OptionCase& option) {
  return stream << option.name;
}

Value set_of(std::vector<std::string> strings) { return *Value::string_set(std::move(strings)); }

class AttributeOption : public testing::TestWithParam<OptionCase> {};

TEST_P(AttributeOption, LetsItsValuesPassAndNoOthers) {
  const OptionCase& option = GetParam();
  const auto table = TestTable::of_things(std::string("a: ") + option.attribute);
  for (const Value& value : option.accepted) {
    const Answer answer = table.put({{"id", "1"}, {"a", value}});
    EXPECT_TRUE(answer.is_allowed) << answer.text;
  }
  for (const auto& [value, text] : option.refused) {
    EXPECT_EQ(table.put({{"id", "1"}, {"a", value}}).text,
              std::string("model shop, Thing.a") + text);
  }
}

Number number(std::string_view text) { return Number::parse(text).value(); }

std::vector<OptionCase> text_options() {
  return {
      {"String",
       "{type: string}",
       {"", "x"},
       {{1, ": 1 (type N) is not of type string (type S) [M101]"},
        {nullptr, ": NULL is not allowed; leave the attribute out [M101]"}}},
      {"StringLength",
       "{type: string, min: 1, max: 2}",
       {"a", "\xC3\xA4\xC3\xB6"},
       {{"", ": \"\" has 0 characters, below min 1 [M101]"},
        {"abc", ": \"abc\" has 3 characters, above max 2 [M101]"}}},
      {"Pattern",
       "{type: string, pattern: \"^[a-z]+$\"}",
       {"abc"},
       {{"ABC", ": \"ABC\" does not match pattern ^[a-z]+$ [M101]"}}},
      {"Uuid",
       "{type: string, format: uuid}",
       {"550e8400-e29b-41d4-a716-446655440000"},
       {{"550e8400", ": \"550e8400\" is not of format uuid [M101]"}}},
      {"Ulid",
       "{type: string, format: ulid}",
       {"01HF9G3Q7Z6X5V4T3S2R1P0N9M"},
       {{"x", ": \"x\" is not of format ulid [M101]"}}},
      {"Email",
       "{type: string, format: email}",
       {"a@example.com"},
       {{"a", ": \"a\" is not of format email [M101]"}}},
      {"Uri",
       "{type: string, format: uri}",
       {"https://example.com"},
       {{"no uri", ": \"no uri\" is not of format uri [M101]"}}},
      {"Mime",
       "{type: string, format: mime}",
       {"image/png"},
       {{"png", ": \"png\" is not of format mime [M101]"}}},
      {"Arn",
       "{type: string, format: arn}",
       {"arn:aws:s3:::bucket"},
       {{"bucket", ": \"bucket\" is not of format arn [M101]"}}},
  };
}

std::vector<OptionCase> scalar_options() {
  return {
      {"Int",
       "{type: int}",
       {1, -1, 0, 1'000'000},
       {{number("1.5"), ": 1.5 is not a whole number [M101]"},
        {"1", ": \"1\" (type S) is not of type int (type N) [M101]"}}},
      {"NumberBounds",
       "{type: number, min: 0, max: 1}",
       {0, 1, number("0.5")},
       {{number("-0.1"), ": -0.1 is below min 0 [M101]"}, {2, ": 2 is above max 1 [M101]"}}},
      {"OpenBounds",
       "{type: number, above: 0, below: 10}",
       {number("0.1"), 9},
       {{0, ": 0 is not above 0 [M101]"}, {10, ": 10 is not below 10 [M101]"}}},
      {"Bool",
       "{type: bool}",
       {true, false},
       {{"true", ": \"true\" (type S) is not of type bool (type BOOL) [M101]"}}},
      {"Binary",
       "{type: binary, max: 2}",
       {Binary{"ab"}},
       {{Binary{"abc"}, ": a binary of 3 bytes has 3 bytes, above max 2 [M101]"}}},
      {"Enum",
       "{type: enum, values: [red, green]}",
       {"red", "green"},
       {{"blue", ": \"blue\" is not one of red, green [M101]"}}},
      {"OpenEnum",
       "{type: enum, values: [red], open: true}",
       {"red", "blue"},
       {{1, ": 1 (type N) is not of type enum (type S) [M101]"}}},
      {"Const",
       "{type: const, value: thing}",
       {"thing"},
       {{"other", ": \"other\" is not \"thing\", its only value [M101]"}}},
      {"Date",
       "{type: date}",
       {"2025-10-21"},
       {{"2025-02-30", ": \"2025-02-30\" is not a date; expected e.g. 2025-10-21 [M101]"}}},
      {"Nullable", "{type: int, nullable: true}", {nullptr, 1}, {}},
      {"Any", "{type: any}", {nullptr, 1, "x", List{1}}, {}},
  };
}

std::vector<OptionCase> time_options() {
  return {
      {"Rfc3339Ms",
       "{type: timestamp, encode: rfc3339ms}",
       {"2025-10-21T14:30:00.000Z"},
       {{"2025-10-21T14:30:00Z",
         ": \"2025-10-21T14:30:00Z\" is not a timestamp of encoding rfc3339ms; expected e.g. "
         "2025-10-21T14:30:00.000Z [M102]"}}},
      {"Rfc3339",
       "{type: timestamp, encode: rfc3339, accept: rfc3339}",
       {"2025-10-21T14:30:00Z", "2025-10-21T16:30:00.123+02:00"},
       {{1,
         ": 1 is not a timestamp of encoding rfc3339 (or RFC 3339); expected e.g. "
         "2025-10-21T14:30:00Z [M102]"}}},
      {"EpochSeconds",
       "{type: timestamp, encode: epoch_s}",
       {1761057000},
       {{1761057000000,
         ": 1761057000000 looks like milliseconds; epoch_s expected, did you mean 1761057000? "
         "[M101]"}}},
      {"EpochMilliseconds", "{type: timestamp, encode: epoch_ms}", {1761057000000}, {}},
  };
}

std::vector<OptionCase> nested_options() {
  return {
      {"Map",
       "{type: map, fields: {x: {type: int, required: true}, y: {type: string}}}",
       {Map{{"x", 1}}, Map{{"x", 1}, {"y", "b"}}},
       {{Map{}, ".x: a value is required [M101]"},
        {Map{{"x", "1"}}, ".x: \"1\" (type S) is not of type int (type N) [M101]"},
        {Map{{"x", 1}, {"z", 2}}, ".z: is no field here; the fields are x, y [M101]"}}},
      {"OpenMap",
       "{type: map, open: true, fields: {x: {type: int}}}",
       {Map{{"z", 1}}},
       {{Map{{"x", "1"}}, ".x: \"1\" (type S) is not of type int (type N) [M101]"}}},
      {"List",
       "{type: list, of: {type: int, min: 0}, max: 2}",
       {List{}, List{1, 2}},
       {{List{1, -1}, "[1]: -1 is below min 0 [M101]"},
        {List{1, 2, 3}, ": a list has 3 elements, above max 2 [M101]"}}},
      {"ListOfMaps",
       "{type: list, of: {type: map, fields: {year: {type: int, min: 1900}}}}",
       {List{Map{{"year", 1959}}}},
       {{List{Map{}, Map{{"year", 1873}}}, "[1].year: 1873 is below min 1900 [M101]"}}},
      {"Set",
       "{type: set, of: {type: string, min: 1}, max: 2}",
       {set_of({"a", "b"})},
       {{set_of({"a", "b", "c"}), ": a set has 3 elements, above max 2 [M101]"},
        {set_of({"", "b"}), ": \"\" has 0 characters, below min 1 [M101]"},
        {List{"a"}, ": a list (type L) is not of type set (type SS) [M101]"}}},
  };
}

const auto kNameOf = [](const auto& info) { return std::string(info.param.name); };
INSTANTIATE_TEST_SUITE_P(Text, AttributeOption, testing::ValuesIn(text_options()), kNameOf);
INSTANTIATE_TEST_SUITE_P(Scalar, AttributeOption, testing::ValuesIn(scalar_options()), kNameOf);
INSTANTIATE_TEST_SUITE_P(Time, AttributeOption, testing::ValuesIn(time_options()), kNameOf);
INSTANTIATE_TEST_SUITE_P(Nested, AttributeOption, testing::ValuesIn(nested_options()), kNameOf);

constexpr const char* kUnion =
    "kind: {type: string}\n"
    "body: {type: union, on: kind, cases: {text: {words: {type: string, required: true}}, "
    "image: {width: {type: int}}}}";

TEST(Union, ChecksTheFieldsOfItsCase) {
  const auto table = TestTable::of_things(kUnion);
  const Item item{{"id", "1"}, {"kind", "text"}, {"body", Map{{"words", "hi"}}}};
  EXPECT_TRUE(table.put(item).is_allowed);
  EXPECT_EQ(table.put(with(item, "kind", "image")).text,
            "model shop, Thing.body.words: is no field here; the fields are width [M101]");
  EXPECT_EQ(table.put(with(item, "body", Map{})).text,
            "model shop, Thing.body.words: a value is required [M101]");
}

TEST(Union, RefusesACaseThatItDoesNotHave) {
  const auto table = TestTable::of_things(kUnion);
  EXPECT_EQ(table.put({{"id", "1"}, {"kind", "sound"}, {"body", Map{}}}).text,
            "model shop, Thing.body: there is no case for kind \"sound\"; cases: text, image "
            "[M101]");
  EXPECT_EQ(table.put({{"id", "1"}, {"body", Map{}}}).text,
            "model shop, Thing.body: there is no case for kind (absent); cases: text, image "
            "[M101]");
}

TEST(Union, IsCheckedAgainWhenAnotherCaseIsChosen) {
  const auto table = TestTable::of_things(kUnion);
  const Item before{{"id", "1"}, {"kind", "text"}, {"body", Map{{"words", "hi"}}}};
  EXPECT_FALSE(table.update(before, with(before, "kind", "image"), {"kind"}).is_allowed);
}

TEST(Required, HoldsForPutsAndForWhatAnUpdateRemoves) {
  const auto table = TestTable::of_things("a: {type: int, required: true}\nb: {type: int}");
  const Item item{{"id", "1"}, {"a", 1}};
  EXPECT_TRUE(table.put(item).is_allowed);
  EXPECT_EQ(table.put({{"id", "1"}}).text, "model shop, Thing.a: a value is required [M101]");
  EXPECT_EQ(table.update(item, without(item, "a"), {"a"}).text,
            "model shop, Thing.a: a value is required [M101]");
}

TEST(Required, DoesNotStopUpdatesOfItemsThatAreOlderThanTheRule) {
  const auto table = TestTable::of_things("a: {type: int, required: true}\nb: {type: int}");
  const Item old{{"id", "1"}};
  EXPECT_TRUE(table.update(old, with(old, "b", 1), {"b"}).is_allowed);
}

TEST(OnlyWhen, AllowsTheAttributeOnlyBesideAValue) {
  const auto table = TestTable::of_things(
      "state: {type: string}\nend: {type: int, only_when: {state: [done, failed]}}");
  EXPECT_TRUE(table.put({{"id", "1"}, {"state", "done"}, {"end", 1}}).is_allowed);
  EXPECT_EQ(table.put({{"id", "1"}, {"state", "open"}, {"end", 1}}).text,
            "model shop, Thing.end: is only allowed when state is one of done, failed [M101]");
}

TEST(OnlyWhen, KnowsTheParametersOfTheModel) {
  Item item{{"jobId", "01HF9G3Q7Z6X5V4T3S2R1P0N9M"},
            {"userId", "u1"},
            {"fileSize", 1},
            {"fileType", "image/png"},
            {"provider", "stub"},
            {"error", Map{{"code", "C"}, {"message", "m"}, {"stack", "s"}}}};
  EXPECT_TRUE(TestTable::of_file("photoeditor", {{"env", "dev"}}).put(item).is_allowed);
  EXPECT_EQ(TestTable::of_file("photoeditor", {{"env", "prod"}}).put(item).text,
            "model photoeditor, Job.error.stack: is not allowed with the parameters of this model "
            "[M101]");
}

TEST(UnknownAttributes, AreRefusedOnlyWhereTheTableSaysSo) {
  const Item item{{"id", "1"}, {"new", 1}};
  EXPECT_TRUE(TestTable::of_things("a: {type: int}").put(item).is_allowed);
  const auto strict = TestTable::of_things("a: {type: int}", "",
                                           "enforcement: enforce\nunknown_attributes: reject");
  EXPECT_EQ(strict.put(item).text, "model shop, Thing.new: is no attribute of Thing [M101]");
  EXPECT_TRUE(strict.update(item, with(item, "a", 1), {"a"}).is_allowed);
}

TEST(Nulls, AreKeptOrRemovedAsTheTableSays) {
  const Item item{{"id", "1"}, {"a", nullptr}};
  const std::string attribute = "a: {type: int, nullable: true}";
  EXPECT_EQ(TestTable::of_things(attribute).put(item).item, item);
  const auto removing =
      TestTable::of_things(attribute, "", "enforcement: enforce\nstore_null: remove");
  EXPECT_EQ(removing.put(item).item, (Item{{"id", "1"}}));
}

}  // namespace
}  // namespace partita::rules
