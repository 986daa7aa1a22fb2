#include "dynamodb/throughput/token_bucket.h"

#include <algorithm>

namespace partita::throughput {

void TokenBucket::fill(MonotonicTime now, const Pace& pace) {
  if (is_new_) {
    units_ = pace.units_kept_max;
    is_new_ = false;
  } else {
    const std::chrono::duration<double> passed = now - filled_at_;
    units_ = std::min(units_ + passed.count() * pace_.units_per_second, pace_.units_kept_max);
  }
  filled_at_ = now;
  if (pace == pace_) return;
  pace_ = pace;
  units_ = std::min(units_, pace_.units_kept_max);
}

void TokenBucket::take(double units) {
  units_ = std::clamp(units_ - units, -pace_.units_kept_max, pace_.units_kept_max);
}

}  // namespace partita::throughput
