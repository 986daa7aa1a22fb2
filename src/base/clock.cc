#include "partita/base/clock.h"

namespace partita {
namespace {

class SystemClock final : public Clock {
 public:
  WallTime wall_now() const override { return std::chrono::system_clock::now(); }
  MonotonicTime monotonic_now() const override { return std::chrono::steady_clock::now(); }
};

}  // namespace

const Clock& Clock::system() {
  static const SystemClock clock;
  return clock;
}

void ManualClock::advance(std::chrono::nanoseconds by) {
  wall_ += by.count();
  monotonic_ += by.count();
}

void ManualClock::jump_wall(std::chrono::nanoseconds by) { wall_ += by.count(); }

}  // namespace partita
