#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string_view>

#include "language/expression/parse.h"
#include "language/expression/recent_trees.h"

namespace partita::expression {

// A cache of parsed expressions by their texts, so that a text is not parsed in every request.
//
// Each thread has a small table of the expressions that it uses frequently, without locks,
// allocations or shared counters. All others are in one of several shards, each with a lock.
// Expressions with errors are not cached.
// THREADS: safe for concurrent calls.
class ExpressionCache {
 public:
  // Of all shards together; a tree takes up to fifty times the bytes of its text.
  struct Limits {
    std::size_t count_max = 4096;
    std::size_t text_bytes_max = 1 << 20;
  };

  explicit ExpressionCache(const Limits& limits);

  // As the functions of parse.h.
  Result<std::shared_ptr<const ConditionTree>> condition(ExpressionKind kind,
                                                         std::string_view text);
  Result<std::shared_ptr<const ProjectionTree>> projection(std::string_view text);
  Result<std::shared_ptr<const UpdateTree>> update(std::string_view text);

  // The number of expressions in the shards.
  std::size_t size() const;

 private:
  template <typename Tree, typename Parse>
  Result<std::shared_ptr<const Tree>> get(const TreeKey& key, Parse parse);

  const std::uint64_t id_;  // Unique in this process, and never reused.
  std::deque<RecentTrees> shards_;
};

}  // namespace partita::expression
