#include "partita/base/duration_histogram.h"

#include <gtest/gtest.h>

#include <thread>

namespace partita {
namespace {

using namespace std::chrono_literals;

TEST(DurationHistogram, CountsADurationAtABoundInTheBucketBelowIt) {
  DurationHistogram histogram;
  histogram.add(10us);
  histogram.add(11us);
  histogram.add(1h);
  const DurationCounts counts = histogram.counts();
  EXPECT_EQ(counts.buckets.front(), 1U);
  EXPECT_EQ(counts.buckets[1], 1U);
  EXPECT_EQ(counts.buckets.back(), 1U);
  EXPECT_EQ(counts.count(), 3U);
  EXPECT_DOUBLE_EQ(counts.seconds(), 3600.000021);
}

TEST(DurationHistogram, TellsWhatHasComeOnTop) {
  DurationHistogram histogram;
  histogram.add(1ms);
  const DurationCounts before = histogram.counts();
  histogram.add(1ms);
  histogram.add(20ms);
  const DurationCounts added = histogram.counts().since(before);
  EXPECT_EQ(added.count(), 2U);
  EXPECT_DOUBLE_EQ(added.seconds(), 0.021);
}

TEST(DurationHistogram, AQuantileLiesInTheBucketOfItsDuration) {
  DurationHistogram histogram;
  for (int i = 0; i < 99; ++i) histogram.add(300us);
  histogram.add(2s);
  const DurationCounts counts = histogram.counts();
  EXPECT_GT(counts.quantile_microseconds(0.5), 250);
  EXPECT_LE(counts.quantile_microseconds(0.5), 500);
  EXPECT_GT(counts.quantile_microseconds(0.999), 1'000'000);
  EXPECT_EQ(DurationCounts{}.quantile_microseconds(0.99), 0);
}

TEST(DurationHistogram, IsReadWhileItIsWritten) {
  DurationHistogram histogram;
  std::thread writer([&] {
    for (int i = 0; i < 10'000; ++i) histogram.add(50us);
  });
  std::uint64_t last = 0;
  while (last < 10'000) {
    const std::uint64_t now = histogram.counts().count();
    EXPECT_GE(now, last);
    last = now;
  }
  writer.join();
  EXPECT_EQ(histogram.counts().nanoseconds, 10'000U * 50'000U);
}

}  // namespace
}  // namespace partita
