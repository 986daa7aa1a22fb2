#include "wire/server/side_loop.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "partita/base/memory_reserve.h"

namespace partita::server {
namespace {

// A third of the share that a loop has. Not the last niceness there is: large answers should go on
// when other programs keep all cores busy.
constexpr int kSideNiceness = 5;
constexpr int kNicenessMax = 19;

// Linux has a niceness for each thread. Where it cannot be set, it is as that of the loops.
void lower_priority() {
  const auto thread = static_cast<id_t>(::gettid());
  const int niceness = ::getpriority(PRIO_PROCESS, thread) + kSideNiceness;
  static_cast<void>(::setpriority(PRIO_PROCESS, thread, std::min(niceness, kNicenessMax)));
}

}  // namespace

SideLoop::SideLoop()
    : thread_([this] {
        const AllocationScope allocations(AllocationFailure::Throws);
        lower_priority();
        loop_.run();
      }) {}

SideLoop::~SideLoop() {
  loop_.stop();
  thread_.join();
}

}  // namespace partita::server
