#include "engine/rocksdb/write_gate.h"

#include <utility>

namespace partita::engine {

std::optional<std::string> WriteGate::refusal() const {
  const MutexLock lock(mutex_);
  return for_good_ ? for_good_ : for_now_;
}

void WriteGate::close_for_now(std::string reason) {
  const MutexLock lock(mutex_);
  for_now_ = std::move(reason);
}

void WriteGate::reopen() {
  const MutexLock lock(mutex_);
  for_now_.reset();
}

void WriteGate::close_for_good(std::string reason) {
  const MutexLock lock(mutex_);
  if (!for_good_) for_good_ = std::move(reason);
}

}  // namespace partita::engine
