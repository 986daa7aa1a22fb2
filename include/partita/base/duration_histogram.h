#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace partita {

// The counts of a DurationHistogram, or the sums of several.
struct DurationCounts {
  // Upper bounds of all buckets except the last, which has none. They range from an answer from
  // memory to a time-out.
  static constexpr std::array<std::int64_t, 18> kBoundsMicroseconds = {
      10,     25,     50,     100,     250,     500,     1'000,     2'500,     5'000,
      10'000, 25'000, 50'000, 100'000, 250'000, 500'000, 1'000'000, 2'500'000, 10'000'000};
  static constexpr std::size_t kBuckets = kBoundsMicroseconds.size() + 1;

  std::array<std::uint64_t, kBuckets> buckets{};
  std::uint64_t nanoseconds = 0;  // The sum of all durations.

  std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t bucket : buckets) sum += bucket;
    return sum;
  }
  double seconds() const { return static_cast<double>(nanoseconds) / 1e9; }
  DurationCounts& operator+=(const DurationCounts& other);
  // The counts that were added since `earlier`.
  DurationCounts since(const DurationCounts& earlier) const;
  // The approximate quantile in microseconds, for example for the share 0.99; 0 without durations.
  double quantile_microseconds(double share) const;
};

// Counts durations. THREADS: add is called by one thread at a time, counts by any thread at the
// same time; nobody waits, and no other thread's cache is disturbed.
class DurationHistogram {
 public:
  void add(std::chrono::nanoseconds duration) {
    const auto& bounds = DurationCounts::kBoundsMicroseconds;
    const auto microseconds =
        std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
    const auto bucket = std::lower_bound(bounds.begin(), bounds.end(), microseconds);
    increase(buckets_[static_cast<std::size_t>(bucket - bounds.begin())], 1);
    increase(nanoseconds_, static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0)));
  }
  DurationCounts counts() const;

 private:
  // Only one thread writes, so this need not be one atomic step.
  static void increase(std::atomic<std::uint64_t>& number, std::uint64_t by) {
    number.store(number.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  }

  std::array<std::atomic<std::uint64_t>, DurationCounts::kBuckets> buckets_{};
  std::atomic<std::uint64_t> nanoseconds_{0};
};

}  // namespace partita
