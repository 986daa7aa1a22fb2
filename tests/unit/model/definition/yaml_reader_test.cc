#include "model/definition/yaml_reader.h"

#include <gtest/gtest.h>

#include "model/definition/read_model.h"

namespace partita::model {
namespace {

using Kind = Node::Kind;

Node tree_of(std::string_view text) {
  FindingList findings;
  auto node = read_yaml(text, findings);
  const auto found = std::move(findings).take();
  EXPECT_TRUE(found.empty()) << to_text(found.front(), "f");
  return node ? *std::move(node) : Node();
}

std::string refusal(std::string_view text) {
  FindingList findings;
  read_yaml(text, findings);
  const auto found = std::move(findings).take();
  return found.empty() ? "none" : to_text(found.front(), "f");
}

TEST(YamlReader, TypesPlainScalarsByTheCoreSchema) {
  const Node list = tree_of("[a, 1, -0.5e3, true, False, null, ~, no, on, 2025-10-21, 1_000, .5]");
  const std::vector<Kind> kinds = {Kind::Text, Kind::Number, Kind::Number, Kind::Bool,
                                   Kind::Bool, Kind::Null,   Kind::Null,   Kind::Text,
                                   Kind::Text, Kind::Text,   Kind::Text,   Kind::Number};
  ASSERT_EQ(list.elements.size(), kinds.size());
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    EXPECT_EQ(list.elements[i].kind, kinds[i]) << list.elements[i].text;
  }
}

TEST(YamlReader, TakesQuotedScalarsAsTexts) {
  const Node list = tree_of("['1', \"true\", 'null', \"\"]");
  for (const Node& element : list.elements) EXPECT_EQ(element.kind, Kind::Text);
}

TEST(YamlReader, ReadsJson) {
  const Node map = tree_of(R"({"a": [1, {"b": null}], "c": "x"})");
  EXPECT_EQ(map.find("a")->elements[1].find("b")->kind, Kind::Null);
  EXPECT_EQ(map.find("c")->text, "x");
}

TEST(YamlReader, KnowsThePlaceOfEverything) {
  const Node map = tree_of("a:\n  b: 1\n  c: [x, y]\n");
  EXPECT_EQ(map.members[0].place, (Place{1, 1}));
  EXPECT_EQ(map.find("a")->members[1].place, (Place{3, 3}));
  EXPECT_EQ(map.find("a")->find("c")->elements[1].place, (Place{3, 10}));
}

TEST(YamlReader, RefusesAnchorsAliasesTagsAndSecondDocuments) {
  EXPECT_EQ(refusal("a: &x 1\nb: *x\n"), "f:1:4: E L101 anchors (`&x`) are not allowed");
  EXPECT_EQ(refusal("a: !!str 1\n"),
            "f:1:4: E L101 tags (`tag:yaml.org,2002:str`) are not allowed");
  EXPECT_EQ(refusal("a: 1\n---\nb: 2\n"),
            "f:1:1: E L101 a model file is one document; this one has several (`---`)");
}

TEST(YamlReader, RefusesAKeyThatIsThereTwice) {
  EXPECT_EQ(refusal("a: 1\nb: 2\na: 3\n"),
            "f:3:1: E L106 the key `a` is there twice, first on line 1");
}

TEST(YamlReader, RefusesKeysThatAreNoNames) {
  EXPECT_EQ(refusal("? [a, b]\n: 1\n"), "f:1:3: E L101 a key must be a name, not a collection");
  EXPECT_EQ(refusal("~: 1\n"), "f:1:1: E L101 a key must be a name");
}

TEST(YamlReader, RefusesNumbersInOtherForms) {
  EXPECT_EQ(refusal("a: 0x1F\n"),
            "f:1:4: E L101 `0x1F` is a number in another form; write it in decimal digits, or in "
            "quotes if it is a text");
  EXPECT_NE(refusal("a: .inf\n"), "none");
  EXPECT_NE(refusal("a: 0o17\n"), "none");
}

TEST(YamlReader, RefusesWhatIsNoYaml) {
  EXPECT_EQ(refusal(""), "f:1:1: E L101 the file is empty");
  EXPECT_EQ(refusal("a: [1, 2\n").substr(0, 22), "f:2:1: E L101 not YAML");
  EXPECT_EQ(refusal("\xFF"), "f: E L101 the file is not valid UTF-8");
  EXPECT_EQ(refusal(std::string_view("a: \0", 4)), "f: E L101 the file holds a zero byte");
}

TEST(YamlReader, IsBoundedInBytesDepthAndNodes) {
  EXPECT_EQ(refusal(std::string(kModelBytesMax + 1, ' ')),
            "f: E L101 a model has at most 1000000 bytes");
  EXPECT_EQ(refusal(std::string(33, '[') + std::string(33, ']')),
            "f:1:33: E L101 nested deeper than 32 levels");
  EXPECT_NE(refusal(std::string(500'000, '[')), "none");
  std::string many = "[";
  for (int i = 0; i < 2000; ++i) many.append("1,");
  EXPECT_EQ(refusal(many + "]"), "none");
  EXPECT_EQ(refusal(many + "1]"), "f:1:4002: E L101 more than 2000 entries in one map or list");
  std::string rows;
  for (int i = 0; i < 51; ++i) rows.append("- ").append(many).append("]\n");
  EXPECT_EQ(refusal(rows), "f:50:3902: E L101 more than 100000 values");
}

TEST(YamlReader, SaysWhatAPersonDidWrong) {
  EXPECT_EQ(refusal("a:\n  b: 1\n\tc: 2\n"),
            "f:3:1: E L101 the line is indented with a tab; YAML is indented with spaces only");
  EXPECT_EQ(refusal("a:\n    b: 1\n  c: 2\n"),
            "f:3:3: E L101 the line begins after 2 spaces, and none of the lines above that it "
            "could belong to does: they begin after 0, 4");
  EXPECT_NE(refusal("a: one: two\n").find("is written in quotes"), std::string::npos);
  EXPECT_NE(refusal("a: 1\nb\nc: 2\n").find("a key without its `: `, here"), std::string::npos)
      << refusal("a: 1\nb\nc: 2\n");
  EXPECT_EQ(refusal("{\n\t\"a\": 1\n}"), "none") << "JSON may be indented with tabs";
}

}  // namespace
}  // namespace partita::model
