#include "dynamodb/scaling/tracking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dynamodb/scaling/consumption_rows.h"

namespace partita::scaling {
namespace {

// A quotient that is a whole number but for how doubles are divided is not rounded up.
constexpr double kRounding = 1e-9;

double units_at(const Tracked& tracked, std::size_t minute) {
  return minute < tracked.minutes.size() ? tracked.minutes[minute] : 0;
}

// The most that was used in one of the minutes from `first` on.
double most_of(const Tracked& tracked, std::size_t first, std::size_t count) {
  double most = 0;
  for (std::size_t i = first; i < first + count; ++i) most = std::max(most, units_at(tracked, i));
  return most;
}

double least_of(const Tracked& tracked, std::size_t first, std::size_t count) {
  double least = units_at(tracked, first);
  for (std::size_t i = first; i < first + count; ++i) least = std::min(least, units_at(tracked, i));
  return least;
}

// The capacity of which so many units in a minute are the target.
std::int64_t capacity_for(double units_of_minute, double target_percent) {
  const double needed = units_of_minute / kSecondsOfMinute / (target_percent / 100);
  return static_cast<std::int64_t>(std::ceil(std::min(needed, 1e15) - kRounding));
}

double low_percent(double target_percent) {
  constexpr double kPointsBelow = 20;
  return std::max(target_percent - kPointsBelow, target_percent / 2);
}

bool is_cooling(const std::optional<CapacityChange>& last,
                const std::optional<std::int64_t>& cooldown, api::Timestamp now) {
  return last && now.seconds < last->time.seconds + static_cast<double>(cooldown.value_or(0));
}

std::string alarm_cause(const Tracked& tracked, std::string_view kind) {
  const Policy& policy = *tracked.target.policy;
  return fmt::format("monitor alarm TargetTracking-{}-{}-{} in state ALARM triggered policy {}",
                     tracked.name.resource_id(), kind, policy.id, policy.name);
}

std::optional<Decision> scale_out(const Tracked& tracked) {
  const Target& target = tracked.target;
  const Policy& policy = *target.policy;
  const double high =
      static_cast<double>(tracked.capacity) * kSecondsOfMinute * policy.target_value / 100;
  // The two minutes end with the one under way, or with the last one.
  std::optional<std::size_t> first;
  for (const std::size_t minute : {std::size_t{0}, std::size_t{1}}) {
    if (!first && least_of(tracked, minute, kMinutesOut) > high) first = minute;
  }
  if (!first) return std::nullopt;
  const auto wanted =
      std::min(capacity_for(most_of(tracked, *first, kMinutesOut), policy.target_value),
               target.max_capacity);
  if (wanted <= tracked.capacity) return std::nullopt;
  // AWS: while it cools down, only a larger step is done.
  if (is_cooling(target.last_out, policy.scale_out_cooldown, tracked.now) &&
      wanted - tracked.capacity <= target.last_out->to - target.last_out->from) {
    return std::nullopt;
  }
  return Decision{wanted, alarm_cause(tracked, "AlarmHigh")};
}

std::optional<Decision> scale_in(const Tracked& tracked) {
  const Target& target = tracked.target;
  const Policy& policy = *target.policy;
  if (policy.disable_scale_in.value_or(false)) return std::nullopt;
  if (is_cooling(target.last_in, policy.scale_in_cooldown, tracked.now)) return std::nullopt;
  // The minute under way speaks against it, too.
  const double most = most_of(tracked, 0, kMinutesIn + 1);
  const double low = static_cast<double>(tracked.capacity) * kSecondsOfMinute *
                     low_percent(policy.target_value) / 100;
  if (most > 0 && most >= low) return std::nullopt;
  const auto wanted = std::max(capacity_for(most, policy.target_value), target.min_capacity);
  if (wanted >= tracked.capacity) return std::nullopt;
  return Decision{wanted, alarm_cause(tracked, "AlarmLow")};
}

}  // namespace

std::optional<Decision> decide(const Tracked& tracked) {
  const Target& target = tracked.target;
  const bool may_grow = !target.suspended.dynamic_scaling_out_suspended.value_or(false);
  const bool may_shrink = !target.suspended.dynamic_scaling_in_suspended.value_or(false);
  if (tracked.capacity < target.min_capacity) {
    if (!may_grow) return std::nullopt;
    return Decision{target.min_capacity,
                    fmt::format("minimum capacity was set to {}", target.min_capacity)};
  }
  if (tracked.capacity > target.max_capacity) {
    if (!may_shrink) return std::nullopt;
    return Decision{target.max_capacity,
                    fmt::format("maximum capacity was set to {}", target.max_capacity)};
  }
  if (!target.policy) return std::nullopt;
  std::optional<Decision> decision;
  if (may_grow) decision = scale_out(tracked);
  if (!decision && may_shrink) decision = scale_in(tracked);
  return decision;
}

}  // namespace partita::scaling
