#include "store/places/errand.h"

#include <utility>

#include "partita/base/check.h"

namespace partita::places {

Errand::~Errand() {
  if (thread_.joinable()) thread_.join();
}

void Errand::begin(std::function<Status()> work, std::function<void()> then) {
  PARTITA_CHECK(!thread_.joinable());
  thread_ = std::thread([this, work = std::move(work), then = std::move(then)] {
    Status outcome = work();
    {
      const MutexLock lock(mutex_);
      outcome_ = std::move(outcome);
      is_over_ = true;
    }
    then();
  });
}

bool Errand::is_under_way() const {
  const MutexLock lock(mutex_);
  return thread_.joinable() && !is_over_;
}

std::optional<Status> Errand::take() {
  if (!thread_.joinable() || is_under_way()) return std::nullopt;
  thread_.join();
  const MutexLock lock(mutex_);
  is_over_ = false;
  return std::exchange(outcome_, std::nullopt);
}

}  // namespace partita::places
