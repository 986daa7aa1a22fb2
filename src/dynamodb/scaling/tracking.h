#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "dynamodb/scaling/target.h"

// Which capacity a target should have, by what it was used for. Pure.
//
// AWS: more is provisioned once more than the target was used in two minutes in a row; less, once
// in fifteen minutes in a row 20 percentage points less than the target were used (as the alarms
// of a target tracking policy on DynamoDB are set).
// Ours: the minute under way counts as one of the two as soon as it has used enough. With a target
// below 40 percent, less than half of it takes the place of the 20 points, which might be none.
namespace partita::scaling {

inline constexpr std::size_t kMinutesOut = 2;
inline constexpr std::size_t kMinutesIn = 15;

// A capacity that should be set, and why.
struct Decision {
  std::int64_t capacity = 0;
  std::string cause;
};

struct Tracked {
  const TargetName& name;
  const Target& target;
  std::int64_t capacity;  // As it is.
  api::Timestamp now;
  // The units of each minute: the one under way, then backwards. Those that are not there used
  // nothing.
  std::span<const double> minutes;
};

// Nullopt: it is as it should be, or may not be changed now.
std::optional<Decision> decide(const Tracked& tracked);

}  // namespace partita::scaling
