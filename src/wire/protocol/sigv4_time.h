#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace partita::protocol {

// Moments as signatures have them: ISO 8601 in its basic form, 20150830T123600Z, always UTC.

// Nothing if it is not that, or a moment that no calendar has.
std::optional<std::chrono::sys_seconds> parse_signing_time(std::string_view text);
std::string format_signing_time(std::chrono::sys_seconds time);

}  // namespace partita::protocol
