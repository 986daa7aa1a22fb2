#pragma once

#include <rocksdb/listener.h>

namespace partita::engine {

// How much nicer than the rest of the program the threads are that compact files. Where requests
// leave a core idle they take it; where they do not, a compaction has a tenth of what they have.
// Not the last niceness there is: a thread that hardly ever runs would hold locks of the store.
inline constexpr int kCompactionNiceness = 10;

// Lowers the priority of RocksDB's threads that compact when they begin to, and of no others: what
// writes memory to files, or syncs the log, goes on as quickly as before.
class CompactionPriority final : public rocksdb::EventListener {
 public:
  const char* Name() const override { return "PartitaCompactionPriority"; }
  // Called on the thread that compacts.
  void OnCompactionBegin(rocksdb::DB* store, const rocksdb::CompactionJobInfo& job) override;
};

}  // namespace partita::engine
