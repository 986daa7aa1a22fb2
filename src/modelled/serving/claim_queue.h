#pragma once

#include <atomic>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "modelled/serving/arguments.h"
#include "partita/base/bytes.h"
#include "partita/base/clock.h"
#include "partita/base/executor.h"
#include "partita/base/mutex.h"
#include "partita/value/encoded_item.h"

namespace partita::serving {

// An item that may be claimed, as it was seen in an index.
struct ClaimCandidate {
  Bytes key;                            // Tells items apart.
  Arguments arguments;                  // The variables of its key.
  std::optional<std::string> revision;  // Of the item that was seen, if all of it was.
};

// Hands out the items that workers of this program may claim, each to one worker: 64 workers that
// all tried the oldest item would win it one at a time. It only spares tries that would lose. The
// write that claims an item still checks all that there is to check, so whatever is handed out
// wrongly, here or by another server, costs a try and no more.
//
// It also knows which leases it has given out, so that those that are over are noticed while
// somebody waits for an item, and not only when the walk over the table comes by.
//
// A worker asks what it is to do until it has an item, or there are none:
//   const auto seen = queue.looks();
//   while (true) {
//     auto step = queue.next(seen, now);
//     ...
//   }
// THREADS: safe for concurrent calls.
class ClaimQueue {
 public:
  struct Step {
    enum class Kind {
      Take,    // The candidate: `done` tells what has become of it.
      Look,    // Reads that many items of the index: `found` tells which.
      Join,    // Waits for who is looking: co_await changed().
      Recall,  // Has the server take back the item, if its lease is over: `key`.
      Rest,    // There are none. It is worth looking again at `again`.
    };
    Kind kind = Kind::Rest;
    ClaimCandidate candidate = {};
    std::size_t items = 0;
    EncodedItem key = {};
    MonotonicTime again = {};
  };
  // How the try to claim a candidate has ended.
  enum class Outcome {
    Taken,
    Changed,  // It is not as it was seen any more.
    Lost,     // It is another worker's.
    Refused,  // The rules do not let anybody take it as it is.
  };

  // The most leases that are remembered; the walk finds the others.
  static constexpr std::size_t kLeasesMax = 10'000;
  // The most items of an index that a look reads.
  static constexpr std::size_t kLookItemsMax = 1000;

  // How many looks have begun so far.
  std::uint64_t looks() const;
  // `seen`: looks() when the worker began. It is not told that there are none before a look that
  // has begun since, so that it finds whatever was there when it asked.
  Step next(std::uint64_t seen, const Clock& clock);
  // Ends a look, in the order in which the items are to be taken; empty if it has failed.
  void found(std::vector<ClaimCandidate> items, MonotonicTime now);
  void done(const Bytes& key, Outcome outcome, MonotonicTime now);
  // A worker has the item until then, as far as is known.
  void lent(EncodedItem key, WallTime until);
  // An item was taken back, so it is worth looking again.
  void recalled();

  // Goes on when the look under way has ended.   REQUIRES: the coroutine runs on an executor.
  auto changed() {
    struct Awaiter {
      ClaimQueue& queue;
      bool await_ready() const noexcept { return false; }
      bool await_suspend(std::coroutine_handle<> waiter) const { return queue.wait(waiter); }
      void await_resume() const noexcept {}
    };
    return Awaiter{*this};
  }

 private:
  struct Waiter {
    Executor* executor;
    std::coroutine_handle<> coroutine;
  };

  bool wait(std::coroutine_handle<> waiter);
  void bring_back(MonotonicTime now) PARTITA_REQUIRES(mutex_);

  mutable Mutex mutex_;
  std::deque<ClaimCandidate> ready_ PARTITA_GUARDED_BY(mutex_);
  // Those that are being taken, and those that nobody gets for a while.
  std::map<Bytes, MonotonicTime> away_ PARTITA_GUARDED_BY(mutex_);
  std::multimap<WallTime, EncodedItem> leases_ PARTITA_GUARDED_BY(mutex_);
  std::uint64_t looks_ PARTITA_GUARDED_BY(mutex_) = 0;
  bool is_looking_ PARTITA_GUARDED_BY(mutex_) = false;
  MonotonicTime again_ PARTITA_GUARDED_BY(mutex_) = {};
  std::vector<Waiter> waiters_ PARTITA_GUARDED_BY(mutex_);
};

// The queues of a model: one for each claim pattern and what its parameters are.
// THREADS: safe for concurrent calls.
class ClaimQueues {
 public:
  std::shared_ptr<ClaimQueue> find(const std::string& pattern, const Arguments& arguments);

  // From now on nobody waits for an item: the server stops, or the model was replaced.
  void close() { is_closed_ = true; }
  bool is_closed() const { return is_closed_; }

 private:
  // Parameters are a client's, so there may be any number of them.
  static constexpr std::size_t kQueuesMax = 1000;

  std::atomic<bool> is_closed_ = false;
  Mutex mutex_;
  std::map<std::string, std::shared_ptr<ClaimQueue>> queues_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::serving
