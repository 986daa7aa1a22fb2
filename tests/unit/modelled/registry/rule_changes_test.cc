#include "modelled/registry/rule_changes.h"

#include <gtest/gtest.h>

#include "unit/modelled/registry/models_fixture.h"

namespace partita::registry {
namespace {

ModelPointer read(std::string text) { return model::load_model(text, "shop.yaml", {}).value(); }

// "+ Order.note: string", with a ! behind what is tighter than before.
std::vector<std::string> changes(const std::string& before, const std::string& after) {
  const auto former = read(before);
  const auto wanted = read(after);
  std::vector<std::string> texts;
  for (const RuleChange& change : compare_rules(former.get(), *wanted)) {
    const std::string_view mark = change.mark == Mark::Add      ? "+ "
                                  : change.mark == Mark::Change ? "~ "
                                                                : "- ";
    texts.push_back(std::string(mark) + change.subject + ": " + change.detail +
                    (change.tightens ? " !" : ""));
  }
  return texts;
}

using Texts = std::vector<std::string>;

const std::string kModel(kShop);
constexpr std::string_view kNote = "note: {type: string}";

TEST(RuleChanges, AreNoneBetweenTheSameModel) { EXPECT_EQ(changes(kModel, kModel), Texts{}); }

TEST(RuleChanges, TellAttributesThatComeAndGo) {
  const auto longer = with(kModel, kNote, "note: {type: string}\n      size: {type: int, min: 1}");
  EXPECT_EQ(changes(kModel, longer), (Texts{"+ Order.size: int, min 1"}));
  EXPECT_EQ(changes(longer, kModel), (Texts{"- Order.size: int, min 1"}));
}

TEST(RuleChanges, KnowTighterBoundsFromWiderOnes) {
  const auto tighter = with(kModel, "min: 0", "min: 10");
  EXPECT_EQ(changes(kModel, tighter), (Texts{"~ Order.total: min 10, was 0 !"}));
  EXPECT_EQ(changes(tighter, kModel), (Texts{"~ Order.total: min 0, was 10"}));
}

TEST(RuleChanges, KnowThatANewRequirementIsTighter) {
  const auto required = with(kModel, kNote, "note: {type: string, required: true}");
  EXPECT_EQ(changes(kModel, required), (Texts{"+ Order.note: required !"}));
  EXPECT_EQ(changes(required, kModel), (Texts{"- Order.note: required"}));
}

TEST(RuleChanges, KnowThatALostValueIsTighter) {
  const auto two = with(kModel, kNote, "note: {type: enum, values: [a, b]}");
  const auto one = with(kModel, kNote, "note: {type: enum, values: [a]}");
  EXPECT_EQ(changes(two, one), (Texts{"- Order.note: value b !"}));
  EXPECT_EQ(changes(one, two), (Texts{"+ Order.note: value b"}));
}

TEST(RuleChanges, TellFieldsOfMapsByTheirPath) {
  const auto map = with(kModel, kNote, "note: {type: map, fields: {by: {type: string}}}");
  const auto limited =
      with(kModel, kNote, "note: {type: map, fields: {by: {type: string, max: 5}}}");
  EXPECT_EQ(changes(map, limited), (Texts{"+ Order.note.by: max 5 !"}));
}

TEST(RuleChanges, TellAnEntityThatIsNewInOneLine) {
  const auto model = read(kModel);
  const auto all = compare_rules(nullptr, *model);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].mark, Mark::Add);
  EXPECT_EQ(all[0].subject, "Order");
}

}  // namespace
}  // namespace partita::registry
