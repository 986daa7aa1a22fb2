#pragma once

#include <array>
#include <chrono>
#include <cstdint>

namespace partita::load {

// How often which duration was seen, in buckets of at most 1.6 % width.   THREADS: one at a time.
class Histogram {
 public:
  void add(std::chrono::nanoseconds duration);
  void add(const Histogram& other);

  std::uint64_t count() const { return count_; }
  std::chrono::nanoseconds longest() const { return longest_; }
  // The duration that `share` of all do not exceed: 0.5 is the median. Zero if there are none.
  std::chrono::nanoseconds quantile(double share) const;

 private:
  // Durations below 128 ns have a bucket each; above, every power of two has 64.
  static constexpr std::size_t kStepsOfOctave = 64;
  static constexpr std::size_t kBuckets = 59 * kStepsOfOctave;

  std::array<std::uint64_t, kBuckets> buckets_{};
  std::uint64_t count_ = 0;
  std::chrono::nanoseconds longest_{0};
};

}  // namespace partita::load
