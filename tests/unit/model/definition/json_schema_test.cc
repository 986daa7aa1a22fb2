#include "model/definition/json_schema.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "model/definition/node.h"
#include "model/definition/shape.h"
#include "model/definition/yaml_reader.h"
#include "unit/model/definition/all_shapes.h"

namespace partita::model {
namespace {

// JSON is YAML, so our own reader reads the schema.
Node schema() {
  FindingList findings;
  auto node = read_yaml(json_schema(), findings);
  EXPECT_TRUE(findings.is_empty());
  return node ? *std::move(node) : Node();
}

TEST(JsonSchema, KnowsEveryKeyOfTheReadersAndNoOther) {
  const Node root = schema();
  const Node* definitions = root.find("$defs");
  ASSERT_NE(definitions, nullptr);
  std::set<const Shape*> shapes;
  collect(kModelShape, shapes);
  EXPECT_EQ(definitions->members.size(), shapes.size());
  for (const Shape* shape : shapes) {
    const Node* definition = definitions->find(shape->name);
    ASSERT_NE(definition, nullptr) << shape->name;
    const Node* properties = definition->find("properties");
    EXPECT_EQ(properties->members.size(), shape->keys.size()) << shape->name;
    for (const Key& key : shape->keys) EXPECT_NE(properties->find(key.name), nullptr) << key.name;
  }
}

TEST(JsonSchema, TellsTheKeysThatAreRequired) {
  const Node root = schema();
  const Node* required = root.find("$defs")->find("Table")->find("required");
  ASSERT_NE(required, nullptr);
  std::vector<std::string> names;
  for (const Node& name : required->elements) names.push_back(name.text);
  EXPECT_EQ(names, (std::vector<std::string>{"name", "key"}));
}

TEST(JsonSchema, RefersOnlyToWhatItDefines) {
  const std::string text = json_schema();
  const Node root = schema();
  constexpr std::string_view kReference = "\"#/$defs/";
  int references = 0;
  for (std::size_t at = text.find(kReference); at != text.npos; at = text.find(kReference, at)) {
    at += kReference.size();
    const std::string name = text.substr(at, text.find('"', at) - at);
    EXPECT_NE(root.find("$defs")->find(name), nullptr) << name;
    ++references;
  }
  EXPECT_GT(references, 30);
}

}  // namespace
}  // namespace partita::model
