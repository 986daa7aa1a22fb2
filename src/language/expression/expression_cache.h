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

// Parsed expressions by their texts, so that a text is parsed once and not in every request.
//
// Each thread finds the expressions it uses all the time in a small table of its own: no lock, no
// allocation, and no counter that threads share. What is not there is looked up in one of several
// shards, each with its lock. What fails is not kept.
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

  // How many expressions the shards hold.
  std::size_t size() const;

 private:
  template <typename Tree, typename Parse>
  Result<std::shared_ptr<const Tree>> get(const TreeKey& key, Parse parse);

  const std::uint64_t id_;  // No other cache of this process has it, not even later.
  std::deque<RecentTrees> shards_;
};

}  // namespace partita::expression
