#include "modelled/rollups/time_bucket.h"

#include <gtest/gtest.h>

#include "partita/base/random.h"

namespace partita::rollups {
namespace {

// How often each minute from `begin` to `end` is in one of the ranges; empty if another one is.
std::vector<int> minutes_in(const std::vector<BucketRange>& ranges, Minute begin, Minute end) {
  std::vector<int> times(end - begin);
  for (const BucketRange& range : ranges) {
    const Minute last = first_minute(range.end, range.level);
    for (Minute minute = first_minute(range.begin, range.level); minute < last; ++minute) {
      if (minute < begin || minute >= end) return {};
      ++times[minute - begin];
    }
  }
  return times;
}

TEST(TimeBucket, CoversEveryMinuteOnce) {
  constexpr std::uint64_t kSeed = 5;
  SCOPED_TRACE(::testing::Message() << "seed " << kSeed);
  SeededRandom random(kSeed);
  for (int i = 0; i < 200; ++i) {
    const auto begin = static_cast<Minute>(30'000'000 + random.below(3000));
    const auto end = static_cast<Minute>(begin + random.below(i % 2 == 0 ? 9000 : 200));
    ASSERT_EQ(minutes_in(cover(begin, end), begin, end), std::vector<int>(end - begin, 1))
        << begin << " to " << end;
  }
}

TEST(TimeBucket, NeedsFewBucketsForALongWindow) {
  constexpr Minute kBegin = 30'000'001;
  constexpr Minute kEnd = kBegin + 90 * 24 * 60;
  std::size_t buckets = 0;
  for (const BucketRange& range : cover(kBegin, kEnd)) buckets += range.end - range.begin;
  EXPECT_LE(buckets, 119U + 46U + 90U);
}

TEST(TimeBucket, HasNoMinuteBefore1970) {
  EXPECT_EQ(minute_of(model::Instant(model::Duration(-1))), std::nullopt);
  EXPECT_EQ(minute_of(model::Instant(model::Duration(59'999))), 0U);
  EXPECT_EQ(minute_of(model::Instant(model::Duration(60'000))), 1U);
}

}  // namespace
}  // namespace partita::rollups
