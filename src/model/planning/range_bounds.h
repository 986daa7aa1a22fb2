#pragma once

#include <optional>
#include <string_view>

#include "model/planning/pattern_plan.h"
#include "partita/base/result.h"

// The bounds of a range as key values. A bound is a day (2025-10-31) or what the attribute holds;
// timestamps are given in RFC 3339 or in their own encoding. Both bounds are within the range, and
// a day means all of it: `to=2025-10-31` ends with the last moment of that day.

namespace partita::planning {

struct RangeText {
  std::optional<std::string_view> from;
  std::optional<std::string_view> to;
};

struct RangeBounds {
  std::optional<Value> lower;
  std::optional<Value> upper;
};

// `before` is what stands in the key before the bounds, as it was rendered; empty if nothing does.
// Without a bound on one side the range is open there, but never leaves the keys that begin with
// `before`.
// ERRORS: InvalidArgument if a bound is neither a day nor a value of the attribute, or `from` is
// behind `to`.
Result<RangeBounds> range_bounds(const ParameterRange& range, std::string_view before,
                                 const RangeText& text);

}  // namespace partita::planning
