#include "engine/rocksdb/read_trouble.h"

#include <chrono>

namespace partita::engine {
namespace {

constexpr std::chrono::minutes kRemembered{1};

}  // namespace

void ReadTrouble::note(const Error& error) {
  const MutexLock lock(mutex_);
  last_ = Failure{.text = error.message(), .time = Clock::system().monotonic_now()};
}

std::string ReadTrouble::text() const {
  const MutexLock lock(mutex_);
  if (!last_ || Clock::system().monotonic_now() - last_->time > kRemembered) return {};
  return last_->text;
}

}  // namespace partita::engine
