#pragma once

#include <chrono>
#include <optional>

#include "partita/base/clock.h"

namespace partita::ttl {

// Tells whether the calendar may be believed. Expiry deletes what the calendar says is over, so a
// calendar that somebody sets wrong by years would empty every table with TTL.
//
// The clock that nobody can set is the witness: if both clocks together show that the calendar has
// moved by more than the tolerance on its own, since the start or since the last look, it is
// suspect. It is believed again once it has agreed with the witness, as they were at the start, for
// a while. If the new time is the right one, only a restart can tell.
// THREADS: one thread at a time.
class ClockGuard {
 public:
  struct Limits {
    std::chrono::nanoseconds tolerance = std::chrono::hours(1);
    std::chrono::nanoseconds settling = std::chrono::minutes(10);
  };

  // REQUIRES: the clock outlives this.
  ClockGuard(const Clock& clock, const Limits& limits);

  // Looks at both clocks; says whether the calendar is believed.
  bool look();
  // How far the calendar is ahead of what it should be since the start, at the last look.
  std::chrono::nanoseconds drift() const { return drift_; }

 private:
  const Clock& clock_;
  const Limits limits_;
  const WallTime wall_start_;
  const MonotonicTime monotonic_start_;
  std::chrono::nanoseconds drift_{0};
  bool is_believed_ = true;
  std::optional<MonotonicTime> agreeing_since_;  // While it is suspect.
};

}  // namespace partita::ttl
