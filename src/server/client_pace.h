#pragma once

#include <chrono>
#include <cstdint>

#include "partita/base/clock.h"

namespace partita::server {

// How long a client may take. Without such limits a few thousand slow ones hold every connection.
struct TimeLimits {
  // Between two requests.
  std::chrono::milliseconds idle{60'000};
  // From the first byte of a request to the end of its headers.
  std::chrono::milliseconds head{10'000};
  // A body or an answer may take this long at any speed, and more only at this one.
  std::chrono::milliseconds grace{10'000};
  std::uint64_t bytes_per_second_min = 1024;
  // After a refusal, for the client to read why before the connection ends.
  std::chrono::milliseconds linger{2'000};
  // After stop(), for requests under way.
  std::chrono::milliseconds stop{3'000};
};

// How fast bytes move, in one direction.
class TransferPace {
 public:
  void begin(MonotonicTime now) {
    begun_ = now;
    bytes_ = 0;
    is_running_ = true;
  }
  void end() { is_running_ = false; }
  bool is_running() const { return is_running_; }
  void add(std::uint64_t bytes) { bytes_ += bytes; }

  bool is_too_slow(MonotonicTime now, const TimeLimits& limits) const {
    const auto earned = std::chrono::milliseconds(bytes_ * 1000 / limits.bytes_per_second_min);
    return now - begun_ > limits.grace + earned;
  }

 private:
  MonotonicTime begun_;
  std::uint64_t bytes_ = 0;
  bool is_running_ = false;
};

}  // namespace partita::server
