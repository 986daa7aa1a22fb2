#pragma once

#include <chrono>

#include "partita/base/clock.h"

namespace partita::throughput {

// Units that come at a steady rate and are kept for a while. It starts full, as if nobody had asked
// for long. What is asked for need not be there to the last unit: whoever finds any is let in, and
// what that costs beyond them the next ones wait for.
// THREADS: one thread at a time.
class TokenBucket {
 public:
  struct Pace {
    double units_per_second = 0;
    double units_kept_max = 0;

    friend bool operator==(const Pace&, const Pace&) = default;
  };

  // Adds what has come since the last call, at the pace that held until now, and goes on at this
  // one. REQUIRES: to be called before anything else, and with times that do not go back.
  void fill(MonotonicTime now, const Pace& pace);

  bool has_any() const { return units_ > 0; }
  bool is_full() const { return units_ >= pace_.units_kept_max; }
  // Less than nothing gives units back. No more is owed than the bucket holds.
  void take(double units);

 private:
  Pace pace_;
  double units_ = 0;
  MonotonicTime filled_at_{};
  bool is_new_ = true;
};

}  // namespace partita::throughput
