#include "engine/rocksdb/compaction_priority.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace partita::engine {
namespace {

constexpr int kNicenessMax = 19;

}  // namespace

// Linux has a niceness for each thread, which stays as it was set. Where it cannot be set,
// compactions run as all else does.
void CompactionPriority::OnCompactionBegin(rocksdb::DB*, const rocksdb::CompactionJobInfo&) {
  static thread_local bool t_is_lowered = false;
  if (std::exchange(t_is_lowered, true)) return;
  const auto thread = static_cast<id_t>(::gettid());
  const int niceness = ::getpriority(PRIO_PROCESS, thread) + kCompactionNiceness;
  static_cast<void>(::setpriority(PRIO_PROCESS, thread, std::min(niceness, kNicenessMax)));
}

}  // namespace partita::engine
