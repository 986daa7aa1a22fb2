#pragma once

#include <memory>

#include "engine/rocksdb/commit_queue.h"
#include "engine/rocksdb/group_committer.h"
#include "partita/base/mutex.h"

namespace partita::engine {

// How a commit gets to the committer: through the queue if it has to wait for the disk, so that
// many share a sync and none holds a thread; at once, on the caller's thread, if it need not wait.
// THREADS: safe for concurrent calls.
class CommitPath {
 public:
  CommitPath(GroupCommitter& committer, Durability durability) : committer_(committer) {
    if (durability == Durability::Relaxed) return;
    queue_ = std::make_unique<CommitQueue>([this](auto group) { committer_.commit(group); });
  }

  Task<Status> commit(CommitRequest request) {
    if (queue_) return commit_in_group(std::move(request));
    CommitRequest* const alone = &request;
    const MutexLock lock(mutex_);
    committer_.commit({&alone, 1});
    return Task<Status>::ready(std::move(request.outcome));
  }

 private:
  Task<Status> commit_in_group(CommitRequest request) {
    co_return co_await queue_->submit(request);
  }

  GroupCommitter& committer_;
  Mutex mutex_;
  std::unique_ptr<CommitQueue> queue_;
};

}  // namespace partita::engine
