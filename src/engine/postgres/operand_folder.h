#pragma once

#include <set>

#include "engine/postgres/session.h"
#include "engine/write_set.h"
#include "partita/base/mutex.h"
#include "partita/base/periodic.h"

namespace partita::engine {

// Folds operands into their rows, so that readers find few of them. Any number of programs may do
// so at any time without knowing of each other: of two that fold the same row one is refused, and
// has nothing to do.
class OperandFolder {
 public:
  OperandFolder(ConnectionPool& pool, KeyKinds kinds, std::int64_t stamp_base,
                std::chrono::milliseconds interval);

  // These have many operands.   THREADS: safe for concurrent calls.
  void note_crowded(const std::vector<Bytes>& keys);

  // All operands that there are now.   ERRORS: those of the store.
  Status fold_all();

 private:
  void work();
  Task<Status> fold_everything();
  Task<Status> fold(std::vector<Bytes> keys);
  Task<Status> note_stamps();

  ConnectionPool& pool_;
  const KeyKinds kinds_;
  const std::int64_t stamp_base_;
  Mutex mutex_;
  std::set<Bytes> crowded_ PARTITA_GUARDED_BY(mutex_);
  int turns_until_note_ = 0;  // Of the thread of `periodic_` alone.
  Periodic periodic_;         // Last: it works on the members above.
};

}  // namespace partita::engine
