#pragma once

#include <condition_variable>
#include <coroutine>
#include <cstdint>
#include <functional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "engine/conflict_table.h"
#include "engine/engine.h"
#include "engine/rocksdb/disk_reads.h"
#include "engine/write_set.h"
#include "partita/base/executor.h"
#include "partita/base/mutex.h"
#include "partita/base/result.h"

namespace partita::engine {

// A commit on its way: made by a transaction, decided by the group it falls into.
struct CommitRequest {
  std::span<const TrackedRead> reads = {};
  const WriteSet* writes = nullptr;
  // Instead of writes: erase all keys from first to second.
  std::optional<std::pair<ByteView, ByteView>> erased = std::nullopt;

  // Whether rows that are merged into may be waited for: all other commits wait as well then.
  DiskReads disk_reads = DiskReads::Refused;

  Status outcome = {};
  // Set instead of an outcome: nothing was done, because such a row is on the disk.
  bool needs_disk = false;
  std::coroutine_handle<> waiter = nullptr;
  Executor* executor = nullptr;
};

// One thread that commits for all: whatever has come in while it was busy is the next group, and
// one sync serves the whole group. Nobody who waits for it holds a thread or a lock.
class CommitQueue {
 public:
  using CommitGroup = std::function<void(std::span<CommitRequest* const>)>;

  // `commit_group` sets the outcome of each request; it is called on the queue's own thread.
  explicit CommitQueue(CommitGroup commit_group);
  // Commits what is queued, then ends.
  ~CommitQueue();
  CommitQueue(const CommitQueue&) = delete;
  CommitQueue& operator=(const CommitQueue&) = delete;

  // `co_await queue.submit(request)`: goes on, on its own executor, when the outcome is set.
  auto submit(CommitRequest& request) {
    struct Awaiter {
      CommitQueue& queue;
      CommitRequest& request;
      bool await_ready() const noexcept { return false; }
      void await_suspend(std::coroutine_handle<> waiter) { queue.push(request, waiter); }
      Status await_resume() { return std::move(request.outcome); }
    };
    return Awaiter{*this, request};
  }

 private:
  void push(CommitRequest& request, std::coroutine_handle<> waiter);
  void run();
  bool take(std::vector<CommitRequest*>& group);
  void post_waiters(std::vector<CommitRequest*>& group);

  const CommitGroup commit_group_;
  Mutex mutex_;
  std::condition_variable changed_;
  std::vector<CommitRequest*> queued_ PARTITA_GUARDED_BY(mutex_);
  std::vector<std::coroutine_handle<>> waiters_;  // Of the queue's own thread.
  bool is_waiting_ PARTITA_GUARDED_BY(mutex_) = false;
  bool is_stopped_ PARTITA_GUARDED_BY(mutex_) = false;
  std::thread thread_;  // Last, so that it starts when all else is there.
};

}  // namespace partita::engine
