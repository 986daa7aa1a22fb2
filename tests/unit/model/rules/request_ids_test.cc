#include <gtest/gtest.h>

#include "unit/model/rules/test_table.h"

// `auto: request`: the id by which a caller follows its request.

namespace partita::rules {
namespace {

constexpr const char* kTrace = "4bf92f3577b34da6a3ce929d0e0e4736";

std::string id_of(const TestTable& table, const Item& item = {{"id", "1"}}) {
  const Item stored = table.put(item).item;
  const Value* id = stored.find("by");
  return id == nullptr ? "" : id->string();
}

TEST(RequestIds, AreTheCallersOrNew) {
  auto table = TestTable::of_things("by: {type: string, auto: request}");
  const std::string first = id_of(table);
  EXPECT_TRUE(model::has_format(first, model::TextFormat::Uuid)) << first;
  EXPECT_NE(first, id_of(table));
  table.correlation = "order-7/retry.2";
  EXPECT_EQ(id_of(table), "order-7/retry.2");
  EXPECT_EQ(id_of(table, {{"id", "1"}, {"by", "me"}}), "me");
}

TEST(RequestIds, OfATraceAreUuidsWhereTheModelWantsThose) {
  auto table = TestTable::of_things("by: {type: string, auto: request, format: uuid}");
  table.correlation = kTrace;
  EXPECT_EQ(id_of(table), "4bf92f35-77b3-4da6-a3ce-929d0e0e4736");
  table = TestTable::of_things("by: {type: string, auto: request}");
  table.correlation = kTrace;
  EXPECT_EQ(id_of(table), kTrace);
}

TEST(RequestIds, ThatDoNotFitAreNoReasonToRefuseAnItem) {
  auto table = TestTable::of_things("by: {type: string, auto: request, format: uuid}");
  table.correlation = "order-7";
  EXPECT_TRUE(model::has_format(id_of(table), model::TextFormat::Uuid));
  table = TestTable::of_things("by: {type: string, auto: request, max: 36}");
  table.correlation = std::string(37, 'x');
  EXPECT_TRUE(model::has_format(id_of(table), model::TextFormat::Uuid));
}

TEST(RequestIds, StayWithTheItemTheyBeganWith) {
  auto table = TestTable::of_things("by: {type: string, auto: request}\nn: {type: int}");
  table.correlation = "first";
  const Item first = table.put({{"id", "1"}}).item;
  table.correlation = "second";
  EXPECT_EQ(*table.put({{"id", "1"}, {"n", 1}}, first).item.find("by"), Value("first"));
  EXPECT_EQ(*table.update(first, with(first, "n", 2), {"n"}).item.find("by"), Value("first"));
}

}  // namespace
}  // namespace partita::rules
