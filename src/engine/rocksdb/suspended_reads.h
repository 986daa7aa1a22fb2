#pragma once

#include <rocksdb/db.h>

#include <cstddef>
#include <span>

#include "engine/engine.h"
#include "engine/rocksdb/read_trouble.h"
#include "engine/rocksdb/reader_pool.h"

// Reads that never hold an event loop for long. What memory or the system's page cache has is
// answered at once, without an allocation for single keys. What must come from the disk is read by
// the pool, visitor included, while the coroutine is suspended; and what has many bytes is visited
// in steps, between which the thread does what else there is to do (read_step.h).
// Reads that fail are noted as trouble.
namespace partita::engine {

struct ReadParts {
  rocksdb::DB& store;
  ReaderPool& pool;
  ReadTrouble& trouble;
  // Until when a read waits for its turn at the disk.
  MonotonicTime deadline = MonotonicTime::max();
};

// Point reads of one state of a store.   THREADS: safe for concurrent calls.
class PointReader {
 public:
  virtual ~PointReader() = default;
  // Visits the keys in their order and returns how many. Not all only if disk reads are refused on
  // this thread (DiskReads) and the next key needs one.
  // ERRORS: as View::get.
  virtual Result<std::size_t> get(std::span<const ByteView> keys, ValueVisitor visit) const = 0;
};

// As View::get. REQUIRES: the reader outlives the task.
Task<Status> read_keys(const ReadParts& parts, const PointReader& reader,
                       std::span<const ByteView> keys, ValueVisitor visit);

// As View::scan, of the newest state or of the snapshot that the options name.
Task<Status> read_rows(const ReadParts& parts, const rocksdb::ReadOptions& options,
                       const Range& range, RowVisitor visit);

}  // namespace partita::engine
