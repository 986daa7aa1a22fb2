#pragma once

#include <string>
#include <string_view>

// What the name of an attribute or a state suggests, whatever its case and separators.

namespace partita::lint {

// "expiresAt" and "expires_at" become "expiresat".
std::string folded(std::string_view name);

bool suggests_expiry(std::string_view attribute);
bool suggests_unique(std::string_view attribute);
bool suggests_failure(std::string_view state);
bool suggests_progress(std::string_view state);

}  // namespace partita::lint
