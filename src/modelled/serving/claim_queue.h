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

// Hands out claimable items to the workers of this program, each item to one worker, because if 64
// workers all tried to claim the oldest item, only one of them would succeed. This only avoids
// futile attempts: the write that claims an item makes all checks, so an item that is handed out
// wrongly, here or by another server, costs only one attempt.
//
// It also knows which leases it has given out, so that expired ones are noticed while a worker
// waits for an item, and not only by the regular walk over the table.
//
// A worker asks for its next step until it has an item, or there is none:
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
  // The result of an attempt to claim a candidate.
  enum class Outcome {
    Taken,
    Changed,  // It is not as it was seen any more.
    Lost,     // It is another worker's.
    Refused,  // The rules do not let anybody take it as it is.
  };

  // The maximum number of remembered leases; the walk finds the others.
  static constexpr std::size_t kLeasesMax = 10'000;
  // The maximum number of index entries that a look reads.
  static constexpr std::size_t kLookItemsMax = 1000;

  // How many looks have begun so far.
  std::uint64_t looks() const;
  // `seen` is looks() of the time when the worker began. The worker gets Rest only after a look
  // that has begun since then, so that it finds every item that was waiting when it asked.
  Step next(std::uint64_t seen, const Clock& clock);
  // Ends a look, in the order in which the items are to be taken; empty if it has failed.
  void found(std::vector<ClaimCandidate> items, MonotonicTime now);
  void done(const Bytes& key, Outcome outcome, MonotonicTime now);
  // Notes that a worker has the item until then.
  void lent(EncodedItem key, WallTime until);
  // An item has become available again, so the next worker should look.
  void recalled();

  // Continues when the current look has ended.   REQUIRES: the coroutine runs on an executor.
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

// The queues of a model: one for each claim pattern with its parameters.
// THREADS: safe for concurrent calls.
class ClaimQueues {
 public:
  std::shared_ptr<ClaimQueue> find(const std::string& pattern, const Arguments& arguments);

  // Ends all waiting, because the server stops or the model was replaced.
  void close() { is_closed_ = true; }
  bool is_closed() const { return is_closed_; }

 private:
  // Clients choose the parameters, so their number is limited here.
  static constexpr std::size_t kQueuesMax = 1000;

  std::atomic<bool> is_closed_ = false;
  Mutex mutex_;
  std::map<std::string, std::shared_ptr<ClaimQueue>> queues_ PARTITA_GUARDED_BY(mutex_);
};

}  // namespace partita::serving
