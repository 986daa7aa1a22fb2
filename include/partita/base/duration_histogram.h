#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace partita {

// What a DurationHistogram has counted, or the sum of several.
struct DurationCounts {
  // Upper bounds of all buckets but the last, which has none. From what is answered from memory to
  // what nobody waits for any more.
  static constexpr std::array<std::int64_t, 18> kBoundsMicroseconds = {
      10,     25,     50,     100,     250,     500,     1'000,     2'500,     5'000,
      10'000, 25'000, 50'000, 100'000, 250'000, 500'000, 1'000'000, 2'500'000, 10'000'000};
  static constexpr std::size_t kBuckets = kBoundsMicroseconds.size() + 1;

  std::array<std::uint64_t, kBuckets> buckets{};
  std::uint64_t nanoseconds = 0;  // Of all durations together.

  std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t bucket : buckets) sum += bucket;
    return sum;
  }
  double seconds() const { return static_cast<double>(nanoseconds) / 1e9; }
  DurationCounts& operator+=(const DurationCounts& other);
  // What has come on top since it was `earlier`.
  DurationCounts since(const DurationCounts& earlier) const;
  // About how many microseconds that share of the durations (0.99) took at most; 0 without any.
  double quantile_microseconds(double share) const;
};

// Counts how long things take. THREADS: add by one thread at a time, counts by any beside it; so
// nobody waits, and no other thread's cache is disturbed.
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
  // One thread writes, so it need not be one indivisible step.
  static void increase(std::atomic<std::uint64_t>& number, std::uint64_t by) {
    number.store(number.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  }

  std::array<std::atomic<std::uint64_t>, DurationCounts::kBuckets> buckets_{};
  std::atomic<std::uint64_t> nanoseconds_{0};
};

}  // namespace partita
