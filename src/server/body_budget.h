#pragma once

#include <atomic>
#include <cstddef>

namespace partita::server {

// The memory that the bodies of all requests may take together.   THREADS: safe.
class BodyBudget {
 public:
  explicit BodyBudget(std::size_t bytes_max) : left_(bytes_max) {}

  // Whether there was so much left; if so, it is taken.
  bool take(std::size_t bytes) {
    std::size_t left = left_.load(std::memory_order_relaxed);
    while (left >= bytes) {
      if (left_.compare_exchange_weak(left, left - bytes, std::memory_order_relaxed)) return true;
    }
    return false;
  }
  void give_back(std::size_t bytes) { left_.fetch_add(bytes, std::memory_order_relaxed); }
  std::size_t left() const { return left_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::size_t> left_;
};

}  // namespace partita::server
