#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace partita {

using WallTime = std::chrono::time_point<std::chrono::system_clock, std::chrono::nanoseconds>;
using MonotonicTime = std::chrono::steady_clock::time_point;

// Where time comes from. Injected, so that tests own it; nothing outside base asks the system.
// THREADS: safe for concurrent calls.
class Clock {
 public:
  virtual ~Clock() = default;
  // What a calendar says: for stamps and expiry. May jump.
  virtual WallTime wall_now() const = 0;
  // Never goes back: for time-outs and durations.
  virtual MonotonicTime monotonic_now() const = 0;
  // The same, and goes on while the machine sleeps: a witness of how much the calendar should move.
  virtual MonotonicTime awake_or_asleep_now() const { return monotonic_now(); }
  // What a calendar says, as far as it may be acted on: nullopt while its date is in doubt. What is
  // deleted, moved or forgotten because of its age then stays as it is.
  virtual std::optional<WallTime> trusted_now() const { return wall_now(); }

  // The clock of the operating system.
  static const Clock& system();
};

// A clock that stands still until it is moved.
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
