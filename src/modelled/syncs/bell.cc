#include "modelled/syncs/bell.h"

#include <utility>

namespace partita::syncs {

void Bell::wake_when_rung(std::function<void()> wake) {
  {
    const MutexLock lock(mutex_);
    wake_ = std::move(wake);
  }
  if (is_rung_.load()) call();
}

void Bell::call() {
  std::function<void()> wake;
  {
    const MutexLock lock(mutex_);
    wake.swap(wake_);
  }
  if (wake) wake();
}

}  // namespace partita::syncs
