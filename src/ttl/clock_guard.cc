#include "ttl/clock_guard.h"

#include <utility>

namespace partita::ttl {

ClockGuard::ClockGuard(const Clock& clock, const Limits& limits)
    : clock_(clock),
      limits_(limits),
      wall_start_(clock.wall_now()),
      monotonic_start_(clock.monotonic_now()) {}

bool ClockGuard::look() {
  const MonotonicTime now = clock_.monotonic_now();
  const std::chrono::nanoseconds drift =
      (clock_.wall_now() - wall_start_) - (now - monotonic_start_);
  const std::chrono::nanoseconds step = drift - std::exchange(drift_, drift);
  if (std::chrono::abs(drift) > limits_.tolerance || std::chrono::abs(step) > limits_.tolerance) {
    is_believed_ = false;
    agreeing_since_.reset();
  } else if (!is_believed_) {
    if (!agreeing_since_) agreeing_since_ = now;
    is_believed_ = now - *agreeing_since_ >= limits_.settling;
  }
  return is_believed_;
}

}  // namespace partita::ttl
