#include "histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace partita::load {

void Histogram::add(std::chrono::nanoseconds duration) {
  const auto value = static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0));
  // The octave is how far the value must be shifted to fit into 0 to 127.
  const int octave = std::max(0, static_cast<int>(std::bit_width(value)) - 7);
  ++buckets_[static_cast<std::size_t>(octave) * kStepsOfOctave + (value >> octave)];
  ++count_;
  longest_ = std::max(longest_, duration);
}

void Histogram::add(const Histogram& other) {
  for (std::size_t at = 0; at < kBuckets; ++at) buckets_[at] += other.buckets_[at];
  count_ += other.count_;
  longest_ = std::max(longest_, other.longest_);
}

std::chrono::nanoseconds Histogram::quantile(double share) const {
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
  std::uint64_t passed = 0;
  for (std::size_t at = 0; at < kBuckets && count_ > 0; ++at) {
    passed += buckets_[at];
    if (passed < wanted || passed == 0) continue;
    if (at < 2 * kStepsOfOctave) return std::chrono::nanoseconds(at);
    const std::size_t octave = at / kStepsOfOctave - 1;
    const std::size_t steps = at - octave * kStepsOfOctave;
    return std::chrono::nanoseconds(steps << octave);
  }
  return std::chrono::nanoseconds(0);
}

}  // namespace partita::load
