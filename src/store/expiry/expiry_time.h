#pragma once

#include <chrono>
#include <cstdint>

#include "partita/base/clock.h"

namespace partita::expiry {

// Whole seconds since 1970; 0 for what is before.
std::uint64_t second_of(WallTime time);

// AWS: "Items with an expiration time that is older than five years are not deleted."
// (time-to-live-ttl-how-to)
bool is_too_old_to_expire(std::uint64_t expiry_second, std::uint64_t now_second);

}  // namespace partita::expiry
