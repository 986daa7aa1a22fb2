#pragma once

#include <rocksdb/listener.h>

#include <atomic>
#include <cstdint>

namespace partita::engine {

// Counts what RocksDB does behind the scenes.   THREADS: safe for concurrent calls.
class BackgroundWork final : public rocksdb::EventListener {
 public:
  struct Counts {
    std::uint64_t flushes = 0;
    std::uint64_t compactions = 0;
    std::uint64_t failed_compactions = 0;
    std::uint64_t compaction_read_bytes = 0;
    std::uint64_t compaction_written_bytes = 0;
    std::uint64_t compaction_microseconds = 0;
  };

  const char* Name() const override { return "PartitaBackgroundWork"; }
  void OnFlushCompleted(rocksdb::DB* store, const rocksdb::FlushJobInfo& info) override;
  void OnCompactionCompleted(rocksdb::DB* store, const rocksdb::CompactionJobInfo& info) override;

  Counts counts() const;

 private:
  std::atomic<std::uint64_t> flushes_{0};
  std::atomic<std::uint64_t> compactions_{0};
  std::atomic<std::uint64_t> failed_compactions_{0};
  std::atomic<std::uint64_t> compaction_read_bytes_{0};
  std::atomic<std::uint64_t> compaction_written_bytes_{0};
  std::atomic<std::uint64_t> compaction_microseconds_{0};
};

}  // namespace partita::engine
