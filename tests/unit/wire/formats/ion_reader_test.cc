#include <gtest/gtest.h>

#include "unit/wire/formats/read_records.h"

namespace partita::formats {
namespace {

using records::Format;

const records::ReadOptions kIon{.format = Format::Ion};
const records::ReadOptions kBareIon{.format = Format::Ion, .takes_bare_items = true};

TEST(IonReader, ReadsWhatDynamoDbExports) {
  EXPECT_EQ(
      read_lines(kIon,
                 "$ion_1_0 {Item:{Id:103.,Title:\"Book\",InPublication:false,Price:2000.5,"
                 "Authors:$dynamodb_SS::[\"A\",\"B\"],Sizes:$dynamodb_NS::[2,1.5],"
                 "Keys:$dynamodb_BS::[{{AQI=}}],Raw:{{ AQI= }},None:null,L:[1,\"x\",[]],"
                 "M:{a:{},'b c':true}}}\n"
                 "$ion_1_0 {Item:{Id:1}}\n"),
      (Lines{R"(1 {"Authors":{"SS":["A","B"]},"Id":{"N":"103"},"InPublication":{"BOOL":false},)"
             R"("Keys":{"BS":["AQI="]},"L":{"L":[{"N":"1"},{"S":"x"},{"L":[]}]},)"
             R"("M":{"M":{"a":{"M":{}},"b c":{"BOOL":true}}},"None":{"NULL":true},)"
             R"("Price":{"N":"2000.5"},"Raw":{"B":"AQI="},"Sizes":{"NS":["1.5","2"]},)"
             R"("Title":{"S":"Book"}})",
             R"(2 {"Id":{"N":"1"}})"}));
}

TEST(IonReader, TakesItemsOverSeveralLinesWithComments) {
  EXPECT_EQ(read_lines(kIon,
                       "$ion_1_0\n"
                       "// A comment { of a line\n"
                       "{\n  Item: { /* not \" this */ pk: \"}\", // nor {\n"
                       "    v: '''long ''' '''and\nlonger''', },\n}\n"
                       "\n{Item:{pk:\"b\"}} {Item:{pk:\"c\"}}\n"),
            (Lines{R"(3 {"pk":{"S":"}"},"v":{"S":"long and\nlonger"}})", R"(9 {"pk":{"S":"b"}})",
                   R"(9 {"pk":{"S":"c"}})"}));
}

TEST(IonReader, ReadsNumbersExactly) {
  EXPECT_EQ(read_lines(kIon, "{Item:{a:1_000,b:-0xFF,c:0b101,d:1.5d-3,e:2e2,f:-0.,g:1D0}}"),
            (Lines{R"(1 {"a":{"N":"1000"},"b":{"N":"-255"},"c":{"N":"5"},"d":{"N":"0.0015"},)"
                   R"("e":{"N":"200"},"f":{"N":"0"},"g":{"N":"1"}})"}));
}

TEST(IonReader, UndoesEscapes) {
  EXPECT_EQ(read_lines(kIon, R"({Item:{"a\u00e9":"\x41\t\U0001F600\uD83D\uDE00\"\/\
b"}})"),
            (Lines{R"(1 {"aé":{"S":"A\t😀😀\"/b"}})"}));
}

TEST(IonReader, TellsWhatIsNoItemAndGoesOn) {
  const std::vector<std::pair<std::string, std::string>> faults = {
      {"[1]", "a struct is expected"},
      {"5", "a struct is expected"},
      {"{pk:\"a\"}", "the struct does not begin with the field Item"},
      {"{Item:[1]}", "Item is no struct"},
      {"{Item:{a:b}}", "DynamoDB has no type for symbols"},
      {"{Item:{a:'b'}}", "DynamoDB has no type for symbols"},
      {"{Item:{a:nan}}", "DynamoDB has no NaN"},
      {"{Item:{a:+inf}}", "DynamoDB has no infinite numbers"},
      {"{Item:{a:2026-01-01T}}", "DynamoDB has no type for timestamps"},
      {"{Item:{a:{{\"x\"}}}}", "DynamoDB has no type for clobs"},
      {"{Item:{a:(1 2)}}", "DynamoDB has no type for s-expressions"},
      {"{Item:{a:$dynamodb_XX::[1]}}", "an unknown annotation of DynamoDB: $dynamodb_XX"},
      {"{Item:{a:$dynamodb_SS::[1]}}", "a set has an element of another type"},
      {"{Item:{a:$dynamodb_SS::\"x\"}}", "a set is written as a list"},
      {"{Item:{a:\"\\uD800\"}}", "an escape sequence that is no character"},
      {"{Item:{a:\"\xFF\"}}", "a string is no valid UTF-8"},
      {"{Item:{a 1}}", "a colon is missing behind a field's name"},
      {"{Item:{a:}}", "a value is missing"},
      {"{Item:{a:1},b:2}", "something stands beside the field Item"},
      {"}", "a struct is expected"},
  };
  for (const auto& [text, fault] : faults) {
    EXPECT_EQ(read_lines(kIon, text + "\n{Item:{pk:\"z\"}}\n"),
              (Lines{"1 fault: " + fault, R"(2 {"pk":{"S":"z"}})"}))
        << text;
  }
}

TEST(IonReader, ALineThatDoesNotEndIsNoHarmToTheNextWithAMarker) {
  const auto lines = read_lines(kIon, "$ion_1_0 {Item:{a:[1}\n$ion_1_0 {Item:{pk:\"z\"}}\n");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[0].starts_with("1 fault: ")) << lines[0];
  EXPECT_EQ(lines[1], R"(2 {"pk":{"S":"z"}})");
}

TEST(IonReader, MayTakeItemsWithoutAWrapper) {
  EXPECT_EQ(read_lines(kBareIon, "{pk:\"a\"}\n{Item:{pk:\"b\"}}\n{Item:1}\n"),
            (Lines{R"(1 {"pk":{"S":"a"}})", R"(2 {"pk":{"S":"b"}})", R"(3 {"Item":{"N":"1"}})"}));
}

TEST(IonReader, DeeperThanDynamoDbAllowsIsRefused) {
  const auto nested = [](std::size_t levels) {
    return "{Item:{a:" + std::string(levels, '[') + std::string(levels, ']') + "}}\n";
  };
  EXPECT_TRUE(read_lines(kIon, nested(31)).front().starts_with("1 {"));
  EXPECT_TRUE(read_lines(kIon, nested(32)).front().starts_with("1 fault: "));
  EXPECT_TRUE(read_all(kIon, nested(1'000'000)).lines.front().starts_with("1 fault: "));
}

}  // namespace
}  // namespace partita::formats
