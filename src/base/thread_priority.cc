#include "partita/base/thread_priority.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace partita {

void lower_thread_priority(int niceness) {
  constexpr int kNicenessMax = 19;
  const auto thread = static_cast<id_t>(::gettid());
  const int lowered = std::min(::getpriority(PRIO_PROCESS, thread) + niceness, kNicenessMax);
  static_cast<void>(::setpriority(PRIO_PROCESS, thread, lowered));
}

}  // namespace partita
