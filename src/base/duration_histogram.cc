#include "partita/base/duration_histogram.h"

namespace partita {

DurationCounts& DurationCounts::operator+=(const DurationCounts& other) {
  for (std::size_t i = 0; i < kBuckets; ++i) buckets[i] += other.buckets[i];
  nanoseconds += other.nanoseconds;
  return *this;
}

DurationCounts DurationCounts::since(const DurationCounts& earlier) const {
  DurationCounts difference = *this;
  for (std::size_t i = 0; i < kBuckets; ++i) difference.buckets[i] -= earlier.buckets[i];
  difference.nanoseconds -= earlier.nanoseconds;
  return difference;
}

// Durations of one bucket are taken to be spread evenly over it; those of the last one, to be as
// long as its lower bound.
double DurationCounts::quantile_microseconds(double share) const {
  const double wanted = share * static_cast<double>(count());
  double below = 0;
  double lower = 0;
  for (std::size_t i = 0; i < kBoundsMicroseconds.size(); ++i) {
    const auto inside = static_cast<double>(buckets[i]);
    const auto upper = static_cast<double>(kBoundsMicroseconds[i]);
    if (inside > 0 && below + inside >= wanted) {
      return lower + (upper - lower) * (wanted - below) / inside;
    }
    below += inside;
    lower = upper;
  }
  return buckets.back() > 0 ? lower : 0;
}

DurationCounts DurationHistogram::counts() const {
  DurationCounts counts;
  for (std::size_t i = 0; i < DurationCounts::kBuckets; ++i) {
    counts.buckets[i] = buckets_[i].load(std::memory_order_relaxed);
  }
  counts.nanoseconds = nanoseconds_.load(std::memory_order_relaxed);
  return counts;
}

}  // namespace partita
