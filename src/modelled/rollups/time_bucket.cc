#include "modelled/rollups/time_bucket.h"

#include <chrono>

namespace partita::rollups {
namespace {

constexpr std::uint32_t kMinutesOfHour = 60;
constexpr std::uint32_t kHoursOfDay = 24;

std::uint32_t minutes_of(Level level) {
  constexpr std::uint32_t kMinutes[] = {0, kMinutesOfHour * kHoursOfDay, kMinutesOfHour, 1};
  return kMinutes[static_cast<std::size_t>(level)];
}

std::uint32_t rounded_up(std::uint32_t value, std::uint32_t unit) {
  return value / unit + (value % unit == 0 ? 0 : 1);
}

void add(std::vector<BucketRange>& ranges, const BucketRange& range) {
  if (range.begin < range.end) ranges.push_back(range);
}

}  // namespace

std::optional<Minute> minute_of(model::Instant instant) {
  const auto minutes = std::chrono::floor<std::chrono::minutes>(instant).time_since_epoch().count();
  if (minutes < 0 || minutes > INT64_C(0xFFFFFFFE)) return std::nullopt;
  return static_cast<Minute>(minutes);
}

model::Instant start_of(Minute minute) { return model::Instant(std::chrono::minutes(minute)); }

std::uint32_t bucket_of(Minute minute, Level level) {
  return level == Level::Total ? 0 : minute / minutes_of(level);
}

Minute first_minute(std::uint32_t bucket, Level level) { return bucket * minutes_of(level); }

std::vector<BucketRange> cover(Minute begin, Minute end) {
  std::vector<BucketRange> ranges;
  const std::uint32_t first_hour = rounded_up(begin, kMinutesOfHour);
  const std::uint32_t end_hour = end / kMinutesOfHour;
  if (first_hour >= end_hour) {
    add(ranges, {Level::Minute, begin, end});
    return ranges;
  }
  add(ranges, {Level::Minute, begin, first_hour * kMinutesOfHour});
  const std::uint32_t first_day = rounded_up(first_hour, kHoursOfDay);
  const std::uint32_t end_day = end_hour / kHoursOfDay;
  if (first_day >= end_day) {
    add(ranges, {Level::Hour, first_hour, end_hour});
  } else {
    add(ranges, {Level::Hour, first_hour, first_day * kHoursOfDay});
    add(ranges, {Level::Day, first_day, end_day});
    add(ranges, {Level::Hour, end_day * kHoursOfDay, end_hour});
  }
  add(ranges, {Level::Minute, end_hour * kMinutesOfHour, end});
  return ranges;
}

}  // namespace partita::rollups
