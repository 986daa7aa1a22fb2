#pragma once

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/conflict_table.h"
#include "engine/rocksdb/commit_queue.h"
#include "engine/rocksdb/disk_reads.h"
#include "engine/rocksdb/hot_values.h"
#include "engine/rocksdb/read_trouble.h"
#include "engine/rocksdb/rocksdb_engine.h"
#include "engine/rocksdb/space_guard.h"
#include "engine/rocksdb/write_gate.h"
#include "partita/base/duration_histogram.h"

namespace partita::engine {

// Decides a group of commits in the order they came, and writes those that stand in one synced
// write. A commit can be seen by readers only once it is durable.
class GroupCommitter {
 public:
  struct Parts {
    rocksdb::DB& store;
    std::shared_ptr<SpaceGuard> space;
    std::shared_ptr<WriteGate> gate;
    HotValues& hot;
    ReadTrouble& trouble;
    Durability durability;
    KeyKinds kinds;
  };

  explicit GroupCommitter(Parts parts);

  // Sets the outcome of every request.   THREADS: one thread at a time.
  void commit(std::span<CommitRequest* const> group);

  // The number of the newest commit that can be seen. A transaction notes it before its first
  // read.   THREADS: any.
  std::uint64_t newest_commit() const { return newest_commit_.load(std::memory_order_acquire); }

  // Whether all keys read still are as they were.   THREADS: any.
  bool hold(std::span<const TrackedRead> reads) const { return conflicts_.hold(reads); }

  // Whether a commit after number `commit` may have written the key.   THREADS: any.
  bool may_have_written(std::uint64_t key_hash, std::uint64_t commit) const {
    return conflicts_.written_after(key_hash, commit);
  }

  struct Counts {
    std::uint64_t groups = 0;   // Written, each with one sync.
    std::uint64_t commits = 0;  // In them.
    std::uint64_t bytes = 0;    // Of their keys and values.
    std::uint64_t conflicts = 0;
    DurationCounts syncs;
  };
  // THREADS: any.
  Counts counts() const;

  // RocksDB's number of the last write that was acknowledged.   THREADS: any.
  std::uint64_t acknowledged_sequence() const {
    return acknowledged_sequence_.load(std::memory_order_acquire);
  }

 private:
  // Refuses what must not be written now, and returns the rest.
  std::span<CommitRequest* const> without_refused(std::span<CommitRequest* const> part);
  void commit_part(std::span<CommitRequest* const> part);
  void add(CommitRequest& request, std::uint64_t commit);
  void add_appended(const WriteSet::Write& write);
  // Combines the merges of a request with what is stored and what the group has merged before.
  // Whether that could be done: if not, a row is on the disk, and nothing of the request is merged.
  // ERRORS: Corrupt or Unavailable; then nothing of the request is merged.
  Result<bool> merge(const CommitRequest& request, std::uint64_t commit);
  // What a merged row is before this request. False if it is on the disk and not to be waited for.
  Result<bool> read_merged(const Bytes& key, DiskReads reads, std::optional<Bytes>& row) const;
  void add_merged();
  Status write_batch();
  void count_written();
  void refresh_hot_values(std::uint64_t commit);

  const Parts parts_;
  rocksdb::WriteOptions write_options_;
  rocksdb::WriteBatch batch_;
  std::vector<CommitRequest*> freeing_;  // Of a part that is refused otherwise.
  std::vector<CommitRequest*> accepted_;
  std::map<Bytes, std::optional<Bytes>> merged_;  // Rows that the group merges into.
  Bytes stamped_key_;                             // Kept for its memory.
  ConflictTable conflicts_;
  std::atomic<std::uint64_t> newest_commit_{0};
  std::atomic<std::uint64_t> acknowledged_sequence_{0};
  // Changed by the thread that commits, shown to any.
  std::atomic<std::uint64_t> groups_{0};
  std::atomic<std::uint64_t> commits_{0};
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<std::uint64_t> conflict_count_{0};
  DurationHistogram syncs_;
};

}  // namespace partita::engine
