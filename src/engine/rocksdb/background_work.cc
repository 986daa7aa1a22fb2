#include "engine/rocksdb/background_work.h"

namespace partita::engine {

void BackgroundWork::OnFlushCompleted(rocksdb::DB*, const rocksdb::FlushJobInfo&) { ++flushes_; }

void BackgroundWork::OnCompactionCompleted(rocksdb::DB*, const rocksdb::CompactionJobInfo& info) {
  if (!info.status.ok()) {
    ++failed_compactions_;
    return;
  }
  ++compactions_;
  compaction_read_bytes_ += info.stats.total_input_bytes;
  compaction_written_bytes_ += info.stats.total_output_bytes;
  compaction_microseconds_ += info.stats.elapsed_micros;
}

BackgroundWork::Counts BackgroundWork::counts() const {
  return {.flushes = flushes_,
          .compactions = compactions_,
          .failed_compactions = failed_compactions_,
          .compaction_read_bytes = compaction_read_bytes_,
          .compaction_written_bytes = compaction_written_bytes_,
          .compaction_microseconds = compaction_microseconds_};
}

}  // namespace partita::engine
