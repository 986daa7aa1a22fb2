#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "language/expression/expression_kind.h"
#include "partita/base/mutex.h"

namespace partita::expression {

// What a parsed expression is found by. One kind's tree is never taken for another's.
struct TreeKey {
  ExpressionKind kind;
  std::string_view text;
  std::size_t hash;  // Of both.

  static TreeKey of(ExpressionKind kind, std::string_view text);

  friend bool operator==(const TreeKey&, const TreeKey&) = default;
};

// Trees by their texts: the ones asked for last, within a bound on their number and one on the
// bytes of their texts. A hit allocates nothing.
// THREADS: safe for concurrent calls; each takes the one lock.
class RecentTrees {
 public:
  struct Limits {
    std::size_t count_max;
    std::size_t text_bytes_max;
  };

  explicit RecentTrees(const Limits& limits) : limits_(limits) {}

  // Null if there is none.
  std::shared_ptr<const void> find(const TreeKey& key);
  // The first one kept for a key stays.
  void keep(const TreeKey& key, std::shared_ptr<const void> tree);

  std::size_t size() const;

 private:
  struct Entry {
    std::string text;
    TreeKey key;  // Views the text beside it.
    std::shared_ptr<const void> tree;
  };
  struct Hash {
    std::size_t operator()(const TreeKey& key) const { return key.hash; }
  };

  const Limits limits_;
  mutable Mutex mutex_;
  std::list<Entry> entries_ PARTITA_GUARDED_BY(mutex_);  // The one asked for last is the first.
  std::unordered_map<TreeKey, std::list<Entry>::iterator, Hash> places_ PARTITA_GUARDED_BY(mutex_);
  std::size_t text_bytes_ PARTITA_GUARDED_BY(mutex_) = 0;
};

}  // namespace partita::expression
