#include "language/expression/projection.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/language/expression/given.h"

namespace partita::expression {
namespace {

const Item kProjectedItem{
    {"pk", "a"},
    {"n", 5},
    {"l", List{"l0", Map{{"x", 1}, {"y", 2}}, List{"l20", "l21"}, "l3"}},
    {"m", Map{{"x", 1}, {"y", "why"}, {"z", Map{{"deep", 3}, {"other", 4}}}}},
};

Item projected(std::string_view text) { return Given().projected(text, kProjectedItem).value(); }

std::string error_of(std::string_view text) {
  const auto result = Given().projected(text, kProjectedItem);
  return result.ok() ? "no error" : result.error().message();
}

TEST(Projection, TakesWholeAttributes) {
  EXPECT_EQ(projected("n, pk"), (Item{{"pk", "a"}, {"n", 5}}));
}

TEST(Projection, LeavesNoTraceOfWhatIsAbsent) {
  EXPECT_EQ(projected("absent, n"), (Item{{"n", 5}}));
  EXPECT_EQ(projected("m.absent, absent.thing, l[9], n.x"), Item{});
}

TEST(Projection, TakesMembersInTheirPlace) {
  EXPECT_EQ(projected("m.x, m.z.deep"), (Item{{"m", Map{{"x", 1}, {"z", Map{{"deep", 3}}}}}}));
}

TEST(Projection, ClosesUpListsInTheirOrder) {
  EXPECT_EQ(projected("l[3], l[0]"), (Item{{"l", List{"l0", "l3"}}}));
}

TEST(Projection, TakesPartsOfElements) {
  EXPECT_EQ(projected("l[1].y, l[2][1]"), (Item{{"l", List{Map{{"y", 2}}, List{"l21"}}}}));
}

TEST(Projection, LeavesOutDocumentsOfWhichNothingIsLeft) {
  EXPECT_EQ(projected("m.z.absent, m.x"), (Item{{"m", Map{{"x", 1}}}}));
  EXPECT_EQ(projected("l[1].absent, l[0]"), (Item{{"l", List{"l0"}}}));
}

TEST(Projection, MixesWholeAttributesAndParts) {
  EXPECT_EQ(projected("pk, m.y, l[0]"),
            (Item{{"pk", "a"}, {"m", Map{{"y", "why"}}}, {"l", List{"l0"}}}));
}

TEST(Projection, TakesADotInANameLiterally) {
  const Item item{{"a.b", 1}, {"a", Map{{"b", 2}}}};
  EXPECT_EQ(Given().name("#d", "a.b").projected("#d", item).value(), (Item{{"a.b", 1}}));
  EXPECT_EQ(Given().projected("a.b", item).value(), (Item{{"a", Map{{"b", 2}}}}));
}

TEST(Projection, DoesNotTakeAMapForAListOrTheOtherWayRound) {
  EXPECT_EQ(projected("m[0]"), Item{});
  EXPECT_EQ(projected("l.x"), Item{});
}

TEST(Projection, RefusesTheSamePathTwice) {
  EXPECT_EQ(error_of("n, n"),
            "Invalid ProjectionExpression: Two document paths overlap with each other; must remove "
            "or rewrite one of these paths; path one: [n], path two: [n]");
}

TEST(Projection, RefusesAPathInsideAnother) {
  EXPECT_EQ(error_of("m.z.deep, m.z"),
            "Invalid ProjectionExpression: Two document paths overlap with each other; must remove "
            "or rewrite one of these paths; path one: [m, z, deep], path two: [m, z]");
}

TEST(Projection, RefusesAMemberBesideAnElement) {
  EXPECT_EQ(error_of("m.x, m[0]"),
            "Invalid ProjectionExpression: Two document paths conflict with each other; must "
            "remove or rewrite one of these paths; path one: [m, x], path two: [m, [0]]");
}

TEST(Projection, KnowsItsAttributes) {
  const Placeholders none;
  PlaceholderUse use(none);
  const auto projection = Projection::bind(parse_projection("m.x, a, m.y").value(), use).value();
  EXPECT_EQ(projection.names(), (std::vector<std::string_view>{"a", "m"}));
}

TEST(Projection, OutlivesItsCopies) {
  const Placeholders none;
  PlaceholderUse use(none);
  const Bytes bytes = encode(kProjectedItem);
  auto original = std::optional(Projection::bind(parse_projection("m.x").value(), use).value());
  const Projection copy = *original;
  original.reset();
  Bytes result;
  copy.append_to(result, ItemView::from_valid(bytes));
  EXPECT_EQ(ItemView::from_valid(result).to_item(), (Item{{"m", Map{{"x", 1}}}}));
}

}  // namespace
}  // namespace partita::expression
