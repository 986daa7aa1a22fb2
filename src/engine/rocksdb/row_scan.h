#pragma once

#include <rocksdb/db.h>

#include <cstddef>
#include <memory>

#include "engine/engine.h"

namespace partita::engine {

// One scan of a store, in steps. All rows are of one moment, that of the first step, whichever
// threads the steps are made on.   THREADS: one thread at a time.
// LIFETIME: what the range and the visitor point to must outlive it.
class RowScan {
 public:
  RowScan(rocksdb::DB& store, const rocksdb::ReadOptions& options, const Range& range,
          RowVisitor visit);
  RowScan(const RowScan&) = delete;
  RowScan& operator=(const RowScan&) = delete;

  enum class Reached {
    End,   // Of the range, or of what the visitor wanted.
    Pace,  // So many bytes were visited as a step may have.
    Disk,  // The next row is on the disk, and this thread must not wait for it (DiskReads).
  };

  // Visits rows of at most about so many bytes.
  // ERRORS: as View::scan.
  Result<Reached> go_on(std::size_t bytes_max);

 private:
  void step_to_next();
  void seek_first();
  void seek_again();

  rocksdb::DB& store_;
  rocksdb::ReadOptions options_;
  const rocksdb::Slice lower_;  // options_ points to both.
  const rocksdb::Slice upper_;
  const Direction direction_;
  const RowVisitor visit_;
  std::unique_ptr<rocksdb::Iterator> rows_;
  Bytes visited_;  // The key of the last row that was visited.
  bool has_visited_ = false;
  bool has_lost_place_ = false;  // At a row for which it did not wait.
};

}  // namespace partita::engine
