#include "language/expression/tree_builder.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "language/expression/condition.h"
#include "language/expression/key_condition.h"
#include "language/expression/update.h"
#include "partita/value/item_codec.h"

namespace partita::expression {
namespace {

const Placeholders& none() {
  static const Placeholders none;
  return none;
}

OperandIndex constant(OperandBuilder& builder, const Value& value) {
  const Bytes bytes = encode(value);  // Gone when this returns: the builder has its copy.
  return builder.value(ValueView::from_valid(bytes));
}

std::string holds(ConditionBuilder&& builder, NodeIndex root, const Item& item) {
  PlaceholderUse use(none());
  const auto condition = Condition::bind(std::move(builder).finish(root), use);
  if (!condition.ok()) return condition.error().message();
  const Bytes bytes = encode(item);
  return condition->holds(ItemView::from_valid(bytes)) ? "true" : "false";
}

TEST(ConditionBuilder, ComparesWithAConstant) {
  ConditionBuilder builder;
  const NodeIndex root = builder.compare(builder.path("n"), Comparator::Less, constant(builder, 5));
  EXPECT_EQ(holds(std::move(builder), root, Item{{"n", 4}}), "true");
}

TEST(ConditionBuilder, TakesNamesThatNoTextCouldHave) {
  ConditionBuilder builder;
  const NodeIndex root =
      builder.compare(builder.path("status of #1"), Comparator::Equal, constant(builder, 1));
  EXPECT_EQ(holds(std::move(builder), root, Item{{"status of #1", 1}}), "true");
}

TEST(ConditionBuilder, BuildsBetweenAndIn) {
  ConditionBuilder builder;
  const NodeIndex between =
      builder.between(builder.path("n"), constant(builder, 1), constant(builder, 3));
  const NodeIndex in =
      builder.in(builder.path("s"), {constant(builder, "a"), constant(builder, "b")});
  const NodeIndex root = builder.and_({between, in});
  EXPECT_EQ(holds(std::move(builder), root, Item{{"n", 3}, {"s", "b"}}), "true");
}

TEST(ConditionBuilder, BuildsCallsAndNegations) {
  ConditionBuilder builder;
  const NodeIndex exists = builder.call(Function::AttributeExists, {builder.path("gone")});
  const NodeIndex contains =
      builder.call(Function::Contains, {builder.path("s"), constant(builder, "x")});
  const NodeIndex root = builder.or_({builder.not_(exists), contains});
  EXPECT_EQ(holds(std::move(builder), root, Item{{"s", "y"}}), "true");
}

TEST(ConditionBuilder, ComparesASize) {
  ConditionBuilder builder;
  const OperandIndex size = builder.function(Function::Size, {builder.path("s")});
  const NodeIndex root = builder.compare(size, Comparator::Equal, constant(builder, 3));
  EXPECT_EQ(holds(std::move(builder), root, Item{{"s", "abc"}}), "true");
}

TEST(ConditionBuilder, OfNothingHoldsForAndAndNotForOr) {
  ConditionBuilder all;
  const NodeIndex every = all.and_({});
  EXPECT_EQ(holds(std::move(all), every, Item{}), "true");
  ConditionBuilder any;
  const NodeIndex some = any.or_({});
  EXPECT_EQ(holds(std::move(any), some, Item{}), "false");
}

TEST(ConditionBuilder, IsCheckedLikeAText) {
  ConditionBuilder builder(ExpressionKind::Filter);
  const NodeIndex root =
      builder.compare(builder.path("n"), Comparator::Less, constant(builder, List{}));
  EXPECT_EQ(holds(std::move(builder), root, Item{}),
            "Invalid FilterExpression: Incorrect operand type for operator or function; operator "
            "or function: <, operand type: L");
}

TEST(ConditionBuilder, MakesKeyConditions) {
  ConditionBuilder builder(ExpressionKind::KeyCondition);
  const NodeIndex pk =
      builder.compare(builder.path("pk"), Comparator::Equal, constant(builder, "a"));
  const NodeIndex sk =
      builder.call(Function::BeginsWith, {builder.path("sk"), constant(builder, "b")});
  const NodeIndex root = builder.and_({pk, sk});
  const auto tree = std::move(builder).finish(root);
  PlaceholderUse use(none());
  const auto clauses = bind_key_clauses(tree, use).value();
  const std::string_view partition[] = {"pk"};
  const std::string_view sort[] = {"sk"};
  const auto condition = match_key({partition, sort}, clauses).value();
  EXPECT_EQ(condition.partition[0].string(), "a");
  EXPECT_EQ(condition.sort_range->value.string(), "b");
}

TEST(UpdateBuilder, BuildsAllActions) {
  UpdateBuilder builder;
  builder.set(builder.path("a"), constant(builder, 1));
  builder.remove(builder.path("b"));
  builder.add_to(builder.path("c"), constant(builder, 2));
  builder.delete_from(builder.path("d"), constant(builder, Value::string_set({"x"}).value()));
  PlaceholderUse use(none());
  const auto update = Update::bind(std::move(builder).finish(), use).value();
  const Bytes bytes =
      encode(Item{{"b", 1}, {"c", 3}, {"d", Value::string_set({"x", "y"}).value()}});
  const ItemView before = ItemView::from_valid(bytes);
  ItemWriter writer;
  EXPECT_EQ(update.apply({.before = before, .key = before}, writer).value().to_item(),
            (Item{{"a", 1}, {"c", 5}, {"d", Value::string_set({"y"}).value()}}));
}

TEST(UpdateBuilder, BuildsAnAppendToWhatMayBeAbsent) {
  UpdateBuilder builder;
  const OperandIndex old =
      builder.function(Function::IfNotExists, {builder.path("l"), constant(builder, List{})});
  builder.set(builder.path("l"),
              builder.function(Function::ListAppend, {old, constant(builder, List{1})}));
  PlaceholderUse use(none());
  const auto update = Update::bind(std::move(builder).finish(), use).value();
  const Bytes key = encode(Item{{"pk", "k"}});
  ItemWriter writer;
  const auto after =
      update.apply({.before = std::nullopt, .key = ItemView::from_valid(key)}, writer);
  EXPECT_EQ(after.value().to_item(), (Item{{"pk", "k"}, {"l", List{1}}}));
}

}  // namespace
}  // namespace partita::expression
