#include "language/expression/expression_cache.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "language/expression/recent_trees.h"

namespace partita::expression {
namespace {

TreeKey key_of(std::string_view text) { return TreeKey::of(ExpressionKind::Condition, text); }
std::shared_ptr<const void> some_tree() { return std::make_shared<const int>(0); }

TEST(RecentTrees, KeepTheOnesAskedForLast) {
  RecentTrees trees({.count_max = 2, .text_bytes_max = 1000});
  const auto first = some_tree();
  trees.keep(key_of("a"), first);
  trees.keep(key_of("b"), some_tree());
  EXPECT_EQ(trees.find(key_of("a")), first);
  trees.keep(key_of("c"), some_tree());
  EXPECT_EQ(trees.find(key_of("a")), first);
  EXPECT_EQ(trees.find(key_of("b")), nullptr);
  EXPECT_EQ(trees.size(), 2U);
}

TEST(RecentTrees, KeepWithinABoundOnTheirTexts) {
  RecentTrees trees({.count_max = 100, .text_bytes_max = 10});
  trees.keep(key_of("12345"), some_tree());
  trees.keep(key_of("67890"), some_tree());
  EXPECT_EQ(trees.size(), 2U);
  trees.keep(key_of("x"), some_tree());
  EXPECT_EQ(trees.size(), 2U);
  trees.keep(key_of("over ten bytes"), some_tree());
  EXPECT_EQ(trees.size(), 0U);
}

TEST(RecentTrees, KeepTheFirstOfTwoForOneText) {
  RecentTrees trees({.count_max = 2, .text_bytes_max = 1000});
  const auto first = some_tree();
  trees.keep(key_of("a"), first);
  trees.keep(key_of("a"), some_tree());
  EXPECT_EQ(trees.find(key_of("a")), first);
  EXPECT_EQ(trees.size(), 1U);
}

TEST(ExpressionCache, GivesTheSameTreeForTheSameText) {
  ExpressionCache cache({});
  const auto first = cache.update("SET a = :v").value();
  EXPECT_EQ(cache.update(std::string("SET a = :v")).value(), first);
  EXPECT_EQ(cache.size(), 1U);
}

TEST(ExpressionCache, KeepsTheKindsApart) {
  ExpressionCache cache({});
  const auto condition = cache.condition(ExpressionKind::Condition, "a = :v").value();
  const auto filter = cache.condition(ExpressionKind::Filter, "a = :v").value();
  EXPECT_EQ(condition->kind, ExpressionKind::Condition);
  EXPECT_EQ(filter->kind, ExpressionKind::Filter);
  EXPECT_EQ(cache.size(), 2U);
}

TEST(ExpressionCache, DoesNotKeepWhatFails) {
  ExpressionCache cache({});
  EXPECT_FALSE(cache.projection("a,").ok());
  EXPECT_FALSE(cache.projection("a,").ok());
  EXPECT_EQ(cache.size(), 0U);
}

TEST(ExpressionCache, StaysWithinItsBounds) {
  ExpressionCache cache({.count_max = 64, .text_bytes_max = 1 << 20});
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(cache.projection("a" + std::to_string(i)).ok());
  }
  EXPECT_LE(cache.size(), 64U);
  EXPECT_GE(cache.size(), 32U);
}

TEST(ExpressionCache, WorksWithoutRoomForAny) {
  ExpressionCache cache({.count_max = 0, .text_bytes_max = 0});
  EXPECT_TRUE(cache.projection("a").ok());
  EXPECT_EQ(cache.size(), 0U);
}

TEST(ExpressionCache, IsNotMistakenForAnEarlierOne) {
  auto first = std::make_unique<ExpressionCache>(ExpressionCache::Limits{});
  const auto tree = first->projection("a").value();
  first.reset();
  ExpressionCache second({});
  EXPECT_NE(second.projection("a").value(), tree);
}

TEST(ExpressionCache, KeepsTreesAliveThatSomebodyUses) {
  std::shared_ptr<const ProjectionTree> tree;
  std::thread([&] {
    ExpressionCache cache({});
    tree = cache.projection("a, b").value();
  }).join();
  EXPECT_EQ(tree->operands.size(), 2U);
}

TEST(ExpressionCache, GivesAllThreadsTheSameTrees) {
  ExpressionCache cache({});
  std::vector<std::vector<const void*>> seen(4);
  std::vector<std::thread> threads;
  for (auto& trees : seen) {
    threads.emplace_back([&cache, &trees] {
      for (int i = 0; i < 2000; ++i) {
        const auto tree = cache.projection("a" + std::to_string(i % 100));
        if (i >= 1900) trees.push_back(tree.value().get());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(cache.size(), 100U);
  for (const auto& trees : seen) EXPECT_EQ(trees.size(), 100U);
}

}  // namespace
}  // namespace partita::expression
