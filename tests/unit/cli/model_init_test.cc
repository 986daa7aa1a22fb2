#include <gtest/gtest.h>

#include "cli/first_model.h"
#include "cli/model_guess.h"
#include "model/definition/read_model.h"
#include "model/lint/lint.h"

namespace partita::cli {
namespace {

// All that is worse than a remark.
std::string complaints_about(const std::string& text) {
  const auto reading = model::read_model(text, {});
  std::string all;
  for (const auto& finding : reading.findings) all += to_text(finding, "file") + "\n";
  if (!reading.model) return all;
  for (const auto& finding : lint::lint(*reading.model)) {
    if (finding.finding.severity == model::Severity::Info) continue;
    all += to_text(finding.finding, "file") + "\n";
  }
  return all;
}

std::shared_ptr<const model::Model> guessed(const TableSketch& sketch) {
  const std::string text = guess_model(sketch);
  auto model = model::load_model(text, "guess", {});
  EXPECT_TRUE(model.ok()) << text;
  EXPECT_FALSE(model.ok() && lint::has_severity(lint::lint(**model), model::Severity::Error))
      << complaints_about(text);
  return model.ok() ? *model : std::make_shared<const model::Model>();
}

TableSketch sketch_with(std::vector<Item> items) {
  return {.name = "shop-dev",
          .partition_key = "pk",
          .sort_key = "sk",
          .types = {{"pk", "S"}, {"sk", "S"}},
          .items = std::move(items)};
}

TEST(FirstModel, HasNothingToComplainAbout) {
  EXPECT_EQ(complaints_about(first_model("shop")), "");
  EXPECT_NE(first_model("shop").find("model: shop\n"), std::string::npos);
}

TEST(FirstModel, HasANameThatTablesCanHave) {
  EXPECT_TRUE(is_model_name("shop_2"));
  for (const char* name : {"", "ab", "2shop", "my-shop", "my shop", "../x"}) {
    EXPECT_FALSE(is_model_name(name)) << name;
  }
}

TEST(GuessedModel, TellsEntitiesApartByAnAttribute) {
  const auto model = guessed(sketch_with({
      {{"pk", "USER#1"}, {"sk", "PROFILE"}, {"type", "user"}, {"userId", "1"}, {"age", 7}},
      {{"pk", "USER#2"}, {"sk", "PROFILE"}, {"type", "user"}, {"userId", "2"}},
      {{"pk", "USER#1"}, {"sk", "ORDER#9"}, {"type", "order"}, {"userId", "1"}, {"id", "9"}},
  }));
  const model::Entity* user = model->find_entity("User");
  ASSERT_NE(user, nullptr);
  EXPECT_EQ(user->row.keys[0].key.text(), "USER#{userId}");
  EXPECT_EQ(user->row.keys[1].key.text(), "PROFILE");
  EXPECT_EQ(user->find_attribute("age")->type->kind, model::AttributeKind::Int);
  EXPECT_FALSE(user->find_attribute("age")->is_required);
  EXPECT_TRUE(user->find_attribute("userId")->is_required);
  ASSERT_NE(model->find_entity("Order"), nullptr);
  EXPECT_EQ(model->find_entity("Order")->row.keys[1].key.text(), "ORDER#{id}");
}

TEST(GuessedModel, TellsEntitiesApartByHowTheirKeysBegin) {
  const auto model = guessed(sketch_with({
      {{"pk", "USER#1"}, {"sk", "PROFILE"}, {"userId", "1"}},
      {{"pk", "USER#2"}, {"sk", "PROFILE"}, {"userId", "2"}},
      {{"pk", "USER#1"}, {"sk", "ORDER#9"}, {"userId", "1"}, {"orderId", "9"}},
      {{"pk", "USER#1"}, {"sk", "ORDER#8"}, {"userId", "1"}, {"orderId", "8"}},
  }));
  EXPECT_NE(model->find_entity("UserProfile"), nullptr);
  ASSERT_NE(model->find_entity("UserOrder"), nullptr);
  EXPECT_EQ(model->find_entity("UserOrder")->row.keys[1].key.text(), "ORDER#{orderId}");
}

TEST(GuessedModel, LeavesOutItemsWhoseKeysNoAttributeTells) {
  const auto model = guessed(sketch_with({
      {{"pk", "USER#1"}, {"sk", "PROFILE"}, {"userId", "1"}},
      {{"pk", "USER#2"}, {"sk", "PROFILE"}, {"userId", "2"}},
      {{"pk", "LOCK#x"}, {"sk", "y"}, {"by", "worker"}},
  }));
  ASSERT_EQ(model->entities.size(), 1U);
  EXPECT_EQ(model->entities[0].name, "UserProfile");
}

TEST(GuessedModel, HasOneEntityIfNothingTellsItemsApart) {
  const auto model = guessed(sketch_with({
      {{"pk", "a"}, {"sk", "1"}, {"when", "2026-01-02T03:04:05.678Z"}, {"mixed", 1}},
      {{"pk", "b"}, {"sk", "2"}, {"when", "2026-01-02T03:04:06.678Z"}, {"mixed", "x"}},
  }));
  ASSERT_EQ(model->entities.size(), 1U);
  EXPECT_EQ(model->entities[0].find_attribute("when")->type->kind, model::AttributeKind::Timestamp);
  EXPECT_EQ(model->entities[0].find_attribute("mixed")->type->kind, model::AttributeKind::Any);
}

TEST(GuessedModel, IsThereForATableWithoutItemsAndKeepsItsIndexes) {
  TableSketch sketch{
      .name = "1.numbers",
      .partition_key = "id",
      .types = {{"id", "N"}, {"owner", "S"}},
      .indexes = {{.name = "by-owner", .partition_key = "owner", .projection = "keys"}}};
  const auto model = guessed(sketch);
  ASSERT_EQ(model->tables.size(), 1U);
  EXPECT_EQ(model->tables[0].indexes[0].name, "by-owner");
  EXPECT_EQ(model->tables[0].enforcement, model::Enforcement::Observe);
}

}  // namespace
}  // namespace partita::cli
