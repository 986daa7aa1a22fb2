#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <set>

#include "partita/base/mutex.h"
#include "partita/base/task.h"

namespace partita {

// A number of bytes that many users share: each takes what it needs before it allocates memory, and
// gives it back afterwards. Nothing is allocated here. MemoryShare below gives back by itself.
// THREADS: safe for concurrent calls.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t bytes_max) : bytes_max_(bytes_max), left_(bytes_max) {}

  // Takes so many bytes if as many are left, and returns whether they were.
  bool take(std::size_t bytes) {
    std::size_t left = left_.load(std::memory_order_relaxed);
    while (left >= bytes) {
      if (left_.compare_exchange_weak(left, left - bytes, std::memory_order_relaxed)) return true;
    }
    return false;
  }
  void give_back(std::size_t bytes) { left_.fetch_add(bytes, std::memory_order_relaxed); }
  std::size_t left() const { return left_.load(std::memory_order_relaxed); }

  // As take, but waits until others have returned enough. Waiting callers are served in the order
  // of their calls. Returns false after `patience`, or at once if the whole budget is too small.
  // REQUIRES: the caller runs on an executor; the budget outlives the task.
  Task<bool> take_in_turn(std::size_t bytes, std::chrono::milliseconds patience);
  // Whether a caller is waiting, so that a user with a large share can finish early.
  bool is_wanted() const { return waiting_count_.load(std::memory_order_relaxed) > 0; }

 private:
  class Turn;

  const std::size_t bytes_max_;
  std::atomic<std::size_t> left_;
  std::atomic<std::size_t> waiting_count_{0};
  Mutex mutex_;
  std::set<std::uint64_t> waiting_ PARTITA_GUARDED_BY(mutex_);  // In the order of their calls.
  std::uint64_t next_turn_ PARTITA_GUARDED_BY(mutex_) = 0;
};

// The bytes that one user holds of a budget. The destructor gives them back.
// THREADS: one thread at a time.
class MemoryShare {
 public:
  // REQUIRES: the budget outlives the share.
  explicit MemoryShare(MemoryBudget& budget) : budget_(budget) {}
  ~MemoryShare() { budget_.give_back(bytes_); }
  MemoryShare(const MemoryShare&) = delete;
  MemoryShare& operator=(const MemoryShare&) = delete;

  std::size_t bytes() const { return bytes_; }

  // Changes the size of this share. Returns false, and changes nothing, if the budget has not
  // enough left.
  bool resize(std::size_t bytes) {
    if (bytes > bytes_ && !budget_.take(bytes - bytes_)) return false;
    if (bytes < bytes_) budget_.give_back(bytes_ - bytes);
    bytes_ = bytes;
    return true;
  }
  // As resize for a share that holds nothing, but waits as MemoryBudget::take_in_turn does.
  Task<bool> fill_in_turn(std::size_t bytes, std::chrono::milliseconds patience);

 private:
  MemoryBudget& budget_;
  std::size_t bytes_ = 0;
};

}  // namespace partita
