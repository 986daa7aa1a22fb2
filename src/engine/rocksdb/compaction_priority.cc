#include "engine/rocksdb/compaction_priority.h"

#include <utility>

#include "partita/base/thread_priority.h"

namespace partita::engine {

void CompactionPriority::OnCompactionBegin(rocksdb::DB*, const rocksdb::CompactionJobInfo&) {
  static thread_local bool t_is_lowered = false;
  if (!std::exchange(t_is_lowered, true)) lower_thread_priority(kCompactionNiceness);
}

}  // namespace partita::engine
