#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/formula/timestamp.h"

// Time as rollups count it: whole minutes, hours and days since 1970, in UTC. A window is the sum
// of a few hundred such buckets, however long it is: minutes at its edges, then hours, then days.

namespace partita::rollups {

enum class Level : std::uint8_t {
  Total = 0,   // DO NOT CHANGE: stored. All of time, in bucket 0.
  Day = 1,     // DO NOT CHANGE
  Hour = 2,    // DO NOT CHANGE
  Minute = 3,  // DO NOT CHANGE
};
inline constexpr Level kLevels[] = {Level::Total, Level::Day, Level::Hour, Level::Minute};

using Minute = std::uint32_t;

// Nullopt before 1970: no window reaches there.
std::optional<Minute> minute_of(model::Instant instant);
model::Instant start_of(Minute minute);

// The bucket of a level that the minute is in.
std::uint32_t bucket_of(Minute minute, Level level);
// The first minute of a bucket.
Minute first_minute(std::uint32_t bucket, Level level);

// Buckets of one level, from `begin` up to but not including `end`.
struct BucketRange {
  Level level;
  std::uint32_t begin;
  std::uint32_t end;

  friend bool operator==(const BucketRange&, const BucketRange&) = default;
};

// The minutes from `begin` to `end` (excluded), in as few buckets as can be: at most 119 minutes,
// 46 hours, and days.
std::vector<BucketRange> cover(Minute begin, Minute end);

}  // namespace partita::rollups
