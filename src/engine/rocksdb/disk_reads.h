#pragma once

#include <rocksdb/io_status.h>
#include <rocksdb/status.h>

#include <utility>

// Whether the reads of a thread may wait for the disk. An event loop must not: it tries with
// `Refused` what memory and the system's page cache have, and hands the rest to a ReaderPool.
//
// RocksDB's own kBlockCacheTier refuses what is not in its block cache, the page cache included,
// which would send most reads to another thread without need. So the refusal comes from the files
// themselves (local_files.h) and reaches the caller through RocksDB as the status Incomplete, which
// its iterators take for a block that may be asked for again.
namespace partita::engine {

enum class DiskReads { Waited, Refused };

// Waited on every thread that says nothing, RocksDB's own included.
inline constinit thread_local DiskReads t_disk_reads = DiskReads::Waited;

// What the reads of this thread do for a while.
class DiskReadScope {
 public:
  explicit DiskReadScope(DiskReads reads) : before_(std::exchange(t_disk_reads, reads)) {}
  ~DiskReadScope() { t_disk_reads = before_; }
  DiskReadScope(const DiskReadScope&) = delete;
  DiskReadScope& operator=(const DiskReadScope&) = delete;

 private:
  const DiskReads before_;
};

// What a file answers instead of waiting.
inline rocksdb::IOStatus refused_read() {
  return rocksdb::status_to_io_status(rocksdb::Status::Incomplete());
}

// Whether a read of the store has ended because it would have to wait. Nothing is wrong then.
inline bool was_refused(const rocksdb::Status& status) {
  return status.IsIncomplete() && t_disk_reads == DiskReads::Refused;
}

}  // namespace partita::engine
