#include "dynamodb/operations/legacy_update.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "dynamodb/operations/legacy_projection.h"
#include "partita/value/encoded_item.h"
#include "partita/value/item_writer.h"
#include "partita/value/value.h"

namespace partita::operations {
namespace {

using api::AttributeAction;

Value strings(std::vector<std::string> elements) {
  return Value::string_set(std::move(elements)).value();
}

AttributeUpdates updating(std::optional<AttributeAction> action, std::optional<Value> value) {
  api::AttributeValueUpdate update;
  update.action = action;
  if (value) update.value = api::ValueInput(EncodedValue(*value));
  return AttributeUpdates{{{"a", std::move(update)}}};
}

Result<Item> applied(const AttributeUpdates& updates, const Item& before) {
  const auto update = TRY(legacy_update(updates));
  const EncodedItem item(before);
  ItemWriter writer;
  auto after = update->apply({.before = item.view(), .key = item.view()}, writer);
  if (!after.ok()) return in_legacy_words(std::move(after).error());
  return after->to_item();
}

std::string update_problem(const AttributeUpdates& updates, const Item& before = {}) {
  const auto result = applied(updates, before);
  return result.ok() ? "no problem" : result.error().message();
}

TEST(LegacyUpdate, IsNothingWithoutActions) {
  EXPECT_FALSE(legacy_update(std::nullopt).value());
  EXPECT_FALSE(legacy_update(AttributeUpdates(std::in_place)).value());
}

TEST(LegacyUpdate, PutsValuesUnlessToldOtherwise) {
  EXPECT_EQ(applied(updating(AttributeAction::Put, 1), {{"a", "x"}, {"b", 2}}).value(),
            (Item{{"a", 1}, {"b", 2}}));
  EXPECT_EQ(applied(updating(std::nullopt, List{1}), {}).value(), (Item{{"a", List{1}}}));
}

TEST(LegacyUpdate, AddsToNumbersSetsAndLists) {
  EXPECT_EQ(applied(updating(AttributeAction::Add, 2), {{"a", 1}}).value(), (Item{{"a", 3}}));
  EXPECT_EQ(applied(updating(AttributeAction::Add, 2), {}).value(), (Item{{"a", 2}}));
  EXPECT_EQ(
      applied(updating(AttributeAction::Add, strings({"y"})), {{"a", strings({"x"})}}).value(),
      (Item{{"a", strings({"x", "y"})}}));
  EXPECT_EQ(applied(updating(AttributeAction::Add, List{2, 1}), {{"a", List{1}}}).value(),
            (Item{{"a", List{1, 2, 1}}}));
  EXPECT_EQ(applied(updating(AttributeAction::Add, List{1}), {}).value(), (Item{{"a", List{1}}}));
}

TEST(LegacyUpdate, DeletesAttributesAndElements) {
  EXPECT_EQ(applied(updating(AttributeAction::Delete, std::nullopt), {{"a", 1}, {"b", 1}}).value(),
            (Item{{"b", 1}}));
  const Item both{{"a", strings({"x", "y"})}};
  EXPECT_EQ(applied(updating(AttributeAction::Delete, strings({"x"})), both).value(),
            (Item{{"a", strings({"y"})}}));
}

TEST(LegacyUpdate, ChecksActionsAndValues) {
  const std::string wrong = "One or more parameter values were invalid: ";
  EXPECT_EQ(update_problem(updating(AttributeAction::Put, std::nullopt)),
            wrong + "Only DELETE action is allowed when no attribute value is specified");
  EXPECT_EQ(update_problem(updating(AttributeAction::Delete, 1)),
            wrong + "DELETE action with value is not supported for the type N");
  EXPECT_EQ(update_problem(updating(AttributeAction::Add, "x")),
            wrong + "ADD action is not supported for the type S");
}

TEST(LegacyUpdate, TellsOfOtherTypesInTheItem) {
  const std::string mismatch = "Type mismatch for attribute to update";
  EXPECT_EQ(update_problem(updating(AttributeAction::Add, 1), {{"a", "x"}}), mismatch);
  EXPECT_EQ(update_problem(updating(AttributeAction::Add, List{1}), {{"a", "x"}}), mismatch);
  EXPECT_EQ(update_problem(updating(AttributeAction::Delete, strings({"x"})), {{"a", 1}}),
            mismatch);
}

TEST(AttributesToGet, ProjectsWholeAttributesByTheirNames) {
  const auto projection = attributes_to_get({{"a.b", "c"}});
  const EncodedItem item(Item{{"a.b", 1}, {"a", Map{{"b", 2}}}, {"c", List{1}}, {"d", 1}});
  Bytes bytes;
  projection.value()->append_to(bytes, item.view());
  EXPECT_EQ(EncodedItem(bytes).view().to_item(), (Item{{"a.b", 1}, {"c", List{1}}}));
}

TEST(AttributesToGet, NamesEachAttributeOnce) {
  EXPECT_FALSE(attributes_to_get(std::nullopt).value());
  EXPECT_EQ(attributes_to_get({{"a", "b", "a"}}).error().message(),
            "One or more parameter values were invalid: Duplicate value in attribute name: a");
}

}  // namespace
}  // namespace partita::operations
