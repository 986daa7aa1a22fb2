#include "partita/base/clock.h"

#include <ctime>

namespace partita {
namespace {

class SystemClock final : public Clock {
 public:
  WallTime wall_now() const override { return std::chrono::system_clock::now(); }
  MonotonicTime monotonic_now() const override { return std::chrono::steady_clock::now(); }
  MonotonicTime awake_or_asleep_now() const override {
    timespec time{};
    // Every Linux of the last ten years has it.
    if (::clock_gettime(CLOCK_BOOTTIME, &time) != 0) return monotonic_now();
    return MonotonicTime(std::chrono::seconds(time.tv_sec) +
                         std::chrono::nanoseconds(time.tv_nsec));
  }
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
