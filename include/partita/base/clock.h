#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace partita {

using WallTime = std::chrono::time_point<std::chrono::system_clock, std::chrono::nanoseconds>;
using MonotonicTime = std::chrono::steady_clock::time_point;

// The source of time. Code that needs the time gets a Clock, so that a test can control it; only
// base asks the system.
// THREADS: safe for concurrent calls.
class Clock {
 public:
  virtual ~Clock() = default;
  // The date and time: for timestamps and expiry. It can jump in either direction when somebody
  // sets the system's clock.
  virtual WallTime wall_now() const = 0;
  // Never goes back: for time-outs and durations. Stands still while the machine sleeps.
  virtual MonotonicTime monotonic_now() const = 0;
  // Never goes back either, but also counts time during which the machine sleeps. Comparing it with
  // wall_now shows whether somebody has set the date.
  virtual MonotonicTime awake_or_asleep_now() const { return monotonic_now(); }
  // wall_now if it can be trusted, else nullopt. Code that deletes or changes something because of
  // its age uses this, and does nothing on nullopt.
  virtual std::optional<WallTime> trusted_now() const { return wall_now(); }

  // The clock of the operating system.
  static const Clock& system();
};

// A clock for tests: it stands still until a test moves it.
class ManualClock final : public Clock {
 public:
  WallTime wall_now() const override { return WallTime(at(wall_)); }
  MonotonicTime monotonic_now() const override { return MonotonicTime(at(monotonic_)); }

  // Time passes: both clocks move.
  void advance(std::chrono::nanoseconds by);
  // Somebody sets the calendar: only the wall clock moves, in either direction.
  void jump_wall(std::chrono::nanoseconds by);

 private:
  static std::chrono::nanoseconds at(const std::atomic<std::int64_t>& nanoseconds) {
    return std::chrono::nanoseconds(nanoseconds.load());
  }

  std::atomic<std::int64_t> wall_{0};
  std::atomic<std::int64_t> monotonic_{0};
};

}  // namespace partita
