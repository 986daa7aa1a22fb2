#pragma once

#include <memory>

#include "engine/rocksdb/commit_queue.h"
#include "engine/rocksdb/group_committer.h"
#include "engine/rocksdb/suspended_reads.h"
#include "partita/base/mutex.h"

namespace partita::engine {

// How a commit gets to the committer: through the queue if it has to wait for the disk, so that
// many share a sync and none holds a thread; at once, on the caller's thread, if it need not wait.
// THREADS: safe for concurrent calls.
class CommitPath {
 public:
  // `reader` and `reads`: how rows that a commit merges into are brought from the disk beforehand.
  CommitPath(GroupCommitter& committer, Durability durability, const PointReader& reader,
             const ReadParts& reads);

  Task<Status> commit(CommitRequest request);

 private:
  Task<Status> commit_in_group(CommitRequest request);
  void commit_alone(CommitRequest& request);
  // Tries again with the merged rows in memory.
  Task<Status> commit_after_reads(CommitRequest request);

  GroupCommitter& committer_;
  const PointReader& reader_;
  const ReadParts reads_;
  Mutex mutex_;
  std::unique_ptr<CommitQueue> queue_;
};

}  // namespace partita::engine
