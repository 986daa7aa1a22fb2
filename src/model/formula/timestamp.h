#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "partita/value/item_view.h"
#include "partita/value/value.h"

// Time as models know it: instants in UTC to the millisecond, days, durations. Years 0001 to 9999.

namespace partita::model {

using Duration = std::chrono::milliseconds;
using Instant = std::chrono::sys_time<Duration>;
using Day = std::chrono::sys_days;

// How an attribute stores an instant. There is exactly one for each attribute, so that the order of
// what is stored is the order of time.
enum class TimestampEncoding {
  Rfc3339Ms,  // S, 2025-10-21T14:30:00.000Z
  Rfc3339,    // S, 2025-10-21T14:30:00Z
  EpochS,     // N, seconds since 1970
  EpochMs,    // N, milliseconds since 1970
};

// "rfc3339ms", "epoch_s": as in model files.
std::string_view name_of(TimestampEncoding encoding);
// Whether it is stored as a string; otherwise as a number.
bool is_text(TimestampEncoding encoding);
// A value of the encoding, to show people what is expected.
std::string_view example_of(TimestampEncoding encoding);

// Any RFC 3339 date-time: fractions of any length (cut to milliseconds), any offset.
std::optional<Instant> parse_rfc3339(std::string_view text);
// 2025-10-21, and only days that exist.
std::optional<Day> parse_day(std::string_view text);

// Reads a stored value; nullopt if it is not in the canonical form of the encoding.
// Epoch numbers must be whole and within the years above.
std::optional<Instant> read_timestamp(const ValueView& value, TimestampEncoding encoding);
std::optional<Instant> read_timestamp(const Value& value, TimestampEncoding encoding);

// The canonical form. What an encoding cannot hold is cut off: milliseconds in Rfc3339 and EpochS.
// REQUIRES: the instant is within the years above (is_representable).
void append_timestamp(std::string& target, Instant instant, TimestampEncoding encoding);
Value timestamp_value(Instant instant, TimestampEncoding encoding);
bool is_representable(Instant instant);

// "2025-10-21". REQUIRES: the year is 0001 to 9999.
void append_day(std::string& target, Day day);
std::string day_text(Day day);

// Durations as models write them: a number and a unit, once: 15m, 90d, 1.5h, 250ms, 30s, 2w.
std::optional<Duration> parse_duration(std::string_view text);
// "90d", "15m", "1500ms": the largest unit that says it exactly.
std::string duration_text(Duration duration);

}  // namespace partita::model
