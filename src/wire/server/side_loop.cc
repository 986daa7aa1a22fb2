#include "wire/server/side_loop.h"

#include "partita/base/memory_reserve.h"
#include "partita/base/thread_priority.h"

namespace partita::server {
namespace {

// Not the last niceness there is: large answers should go on when other programs keep all cores
// busy.
constexpr int kSideNiceness = 5;

}  // namespace

SideLoop::SideLoop()
    : thread_([this] {
        const AllocationScope allocations(AllocationFailure::Throws);
        lower_thread_priority(kSideNiceness);
        loop_.run();
      }) {}

SideLoop::~SideLoop() {
  loop_.stop();
  thread_.join();
}

}  // namespace partita::server
