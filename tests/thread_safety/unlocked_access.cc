#include "partita/base/mutex.h"

// The control of scripts/thread-safety: touches a guarded member without its mutex, so clang must
// refuse it. It is not part of any program.
namespace partita {

class Counter {
 public:
  void add() { ++count_; }

 private:
  Mutex mutex_;
  int count_ PARTITA_GUARDED_BY(mutex_) = 0;
};

void count(Counter& counter) { counter.add(); }

}  // namespace partita
