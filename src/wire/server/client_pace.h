#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "partita/base/clock.h"

namespace partita::server {

// How fast a client must be: it may pause for so long, and must move so much on average.
struct Pace {
  std::chrono::milliseconds grace{10'000};
  std::uint64_t bytes_per_second_min = 1024;
};

// How long a client may take. Without such limits a few thousand slow ones hold every connection.
struct TimeLimits {
  // Between two requests.
  std::chrono::milliseconds idle{60'000};
  // From the first byte of a request to the end of its headers.
  std::chrono::milliseconds head{10'000};
  // A body or an answer.
  Pace transfer;
  // An answer while others wait for the memory that it holds: all of it within `held` or at least
  // at this pace, whichever is faster.
  Pace pressed{.grace = std::chrono::milliseconds(2'000), .bytes_per_second_min = 64 * 1024};
  std::chrono::seconds held{16};
  // After a refusal, for the client to read why before the connection ends.
  std::chrono::milliseconds linger{2'000};
  // After stop(), for requests under way.
  std::chrono::milliseconds stop{3'000};
};

// Progress in one direction. Every byte earns its time at the least pace, but never more than the
// grace: who was fast at first cannot rest on it.
class TransferPace {
 public:
  void begin(MonotonicTime now, const Pace& pace) {
    deadline_ = now + pace.grace;
    is_running_ = true;
  }
  void end() { is_running_ = false; }
  bool is_running() const { return is_running_; }

  void add(std::uint64_t bytes, MonotonicTime now, const Pace& pace) {
    const auto earned = std::chrono::microseconds(bytes * 1'000'000 / pace.bytes_per_second_min);
    deadline_ = std::min(deadline_ + earned, now + pace.grace);
  }

  bool is_too_slow(MonotonicTime now) const { return is_running_ && now > deadline_; }

 private:
  MonotonicTime deadline_;
  bool is_running_ = false;
};

}  // namespace partita::server
