#include "model/definition/tree_difference.h"

#include <gtest/gtest.h>

#include "model/definition/model_head.h"

namespace partita::model {
namespace {

constexpr std::string_view kText =
    "format: 1\nmodel: m\nversion: 1\n"
    "params:\n"
    "  stage: {enum: [dev, prod], default: dev}\n"
    "  region: {}\n"
    "  colour: {default: red}\n"
    "tables:\n"
    "  t: {name: \"t-${region}-${stage}\", key: {partition: pk}}\n";

TEST(ModelHead, TellsWhichParamsNameTables) {
  const auto head = read_head(kText);
  ASSERT_TRUE(head);
  EXPECT_EQ(head->name, "m");
  ASSERT_EQ(head->params.size(), 3U);
  EXPECT_TRUE(head->find("stage")->names_tables);
  EXPECT_EQ(head->find("region")->fallback, std::nullopt);
  EXPECT_FALSE(head->find("colour")->names_tables);
  EXPECT_EQ(head->find("size"), nullptr);
  EXPECT_EQ(environment_of(*head, {{"region", "eu"}}), "dev-eu");
  EXPECT_EQ(read_model(kText, {{"region", "eu"}}).model->environment, "dev-eu");
  EXPECT_FALSE(read_head("model: ["));
}

TEST(ModelHead, TwoFilesSayTheSameIfOnlyCommentsDiffer) {
  const std::string text(kText);
  EXPECT_TRUE(say_the_same(text, "# A comment.\n" + text + "\n\n"));
  EXPECT_FALSE(say_the_same(text, text + "description: more\n"));
  EXPECT_FALSE(say_the_same(text, "no: ["));
}

TEST(TreeDifference, TellsThePathAndBothSides) {
  const auto left = resolved_tree(kText, {{"region", "eu"}});
  auto text = std::string(kText) + "links: {a: b}\n";
  text.replace(text.find("enum: [dev, prod]"), 17, "enum: [dev, live]");
  const auto right = resolved_tree(text, {{"region", "us"}});
  ASSERT_TRUE(left && right);
  const std::vector<TreeDifference> places{{"params.stage.enum[1]", "prod", "live"},
                                           {"tables.t.name", "t-eu-dev", "t-us-dev"},
                                           {"links", std::nullopt, "{a: b}"}};
  EXPECT_EQ(difference(*left, *right), places);
  EXPECT_TRUE(difference(*left, *left).empty());
}

}  // namespace
}  // namespace partita::model
