#include "language/expression/expression_cache.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

namespace partita::expression {

namespace {

constexpr std::size_t kShardsMax = 16;

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

// A thread's own table: a slot for each remainder of the hash, the last one asked for in it. It
// holds on to its trees, so only to those of texts of a usual length.
class ThreadTable {
 public:
  std::shared_ptr<const void> find(std::uint64_t cache, const TreeKey& key) const {
    const Slot& slot = slots_[key.hash % kSlots];
    const bool is_here = slot.cache == cache && slot.hash == key.hash && slot.kind == key.kind &&
                         slot.text == key.text;
    return is_here ? slot.tree : nullptr;
  }

  // Threads that copy one shared_ptr fight over its counter. So each puts a counter of its own
  // around the tree.
  void keep(std::uint64_t cache, const TreeKey& key, const std::shared_ptr<const void>& tree) {
    if (key.text.size() > kTextBytesMax) return;
    Slot& slot = slots_[key.hash % kSlots];
    slot.cache = cache;
    slot.hash = key.hash;
    slot.kind = key.kind;
    slot.text = key.text;
    slot.tree = std::shared_ptr<const void>(tree.get(), [tree](const void*) {});
  }

 private:
  static constexpr std::size_t kSlots = 64;
  static constexpr std::size_t kTextBytesMax = 512;

  struct Slot {
    std::uint64_t cache = 0;  // No cache has this id.
    std::size_t hash = 0;
    ExpressionKind kind{};
    std::string text;
    std::shared_ptr<const void> tree;
  };

  std::array<Slot, kSlots> slots_;
};

ThreadTable& thread_table() {
  thread_local ThreadTable table;
  return table;
}

}  // namespace

ExpressionCache::ExpressionCache(const Limits& limits) : id_(next_id()) {
  const std::size_t shards = std::clamp<std::size_t>(limits.count_max, 1, kShardsMax);
  for (std::size_t i = 0; i < shards; ++i) {
    shards_.emplace_back(RecentTrees::Limits{.count_max = limits.count_max / shards,
                                             .text_bytes_max = limits.text_bytes_max / shards});
  }
}

template <typename Tree, typename Parse>
Result<std::shared_ptr<const Tree>> ExpressionCache::get(const TreeKey& key, Parse parse) {
  ThreadTable& table = thread_table();
  if (auto found = table.find(id_, key)) {
    return std::static_pointer_cast<const Tree>(std::move(found));
  }
  // The table has used up the low bits of the hash.
  RecentTrees& shard = shards_[key.hash / 64 % shards_.size()];
  auto tree = std::static_pointer_cast<const Tree>(shard.find(key));
  if (tree == nullptr) {
    tree = TRY(parse());
    shard.keep(key, tree);
  }
  table.keep(id_, key, tree);
  return tree;
}

Result<std::shared_ptr<const ConditionTree>> ExpressionCache::condition(ExpressionKind kind,
                                                                        std::string_view text) {
  return get<ConditionTree>(TreeKey::of(kind, text), [&] { return parse_condition(kind, text); });
}

Result<std::shared_ptr<const ProjectionTree>> ExpressionCache::projection(std::string_view text) {
  return get<ProjectionTree>(TreeKey::of(ExpressionKind::Projection, text),
                             [&] { return parse_projection(text); });
}

Result<std::shared_ptr<const UpdateTree>> ExpressionCache::update(std::string_view text) {
  return get<UpdateTree>(TreeKey::of(ExpressionKind::Update, text),
                         [&] { return parse_update(text); });
}

std::size_t ExpressionCache::size() const {
  std::size_t size = 0;
  for (const RecentTrees& shard : shards_) size += shard.size();
  return size;
}

}  // namespace partita::expression
