#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace partita::engine {

// Which transactions must come before which others, as far as their reads and writes tell.
class SerialOrder {
 public:
  explicit SerialOrder(std::size_t transactions) : followers_(transactions) {}

  // A transaction may come before itself: that says nothing.
  void add(std::size_t before, std::size_t after) {
    if (before != after) followers_[before].push_back(after);
  }

  // Transactions that cannot be put into any serial order: those on cycles and behind them.
  std::vector<std::size_t> unorderable() const {
    std::vector<std::size_t> waiting_for(followers_.size());
    for (const auto& followers : followers_) {
      for (const std::size_t after : followers) ++waiting_for[after];
    }
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < waiting_for.size(); ++i) {
      if (waiting_for[i] == 0) free.push_back(i);
    }
    while (!free.empty()) {
      const std::size_t next = free.back();
      free.pop_back();
      for (const std::size_t after : followers_[next]) {
        if (--waiting_for[after] == 0) free.push_back(after);
      }
    }
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < waiting_for.size(); ++i) {
      if (waiting_for[i] != 0) left.push_back(i);
    }
    return left;
  }

 private:
  std::vector<std::vector<std::size_t>> followers_;
};

}  // namespace partita::engine
