#include "language/expression/recent_trees.h"

#include <functional>
#include <utility>

namespace partita::expression {

TreeKey TreeKey::of(ExpressionKind kind, std::string_view text) {
  return {kind, text, std::hash<std::string_view>()(text) + static_cast<std::size_t>(kind)};
}

std::shared_ptr<const void> RecentTrees::find(const TreeKey& key) {
  const MutexLock lock(mutex_);
  const auto place = places_.find(key);
  if (place == places_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, place->second);
  return place->second->tree;
}

void RecentTrees::keep(const TreeKey& key, std::shared_ptr<const void> tree) {
  const MutexLock lock(mutex_);
  if (places_.contains(key)) return;
  Entry& entry = entries_.emplace_front(Entry{std::string(key.text), key, std::move(tree)});
  entry.key.text = entry.text;
  places_.emplace(entry.key, entries_.begin());
  text_bytes_ += entry.text.size();
  while (entries_.size() > limits_.count_max || text_bytes_ > limits_.text_bytes_max) {
    text_bytes_ -= entries_.back().text.size();
    places_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

std::size_t RecentTrees::size() const {
  const MutexLock lock(mutex_);
  return entries_.size();
}

}  // namespace partita::expression
