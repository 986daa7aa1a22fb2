#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace partita::model {

// The name that was probably meant: the nearest one, if it is near enough; else empty.
std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& names);

// "; did you mean `partition`?" or nothing.
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& names);

// "a, b and c", each in backquotes; at most `shown` of them, then "and 7 more".
std::string listed(const std::vector<std::string_view>& names, std::size_t shown = 12);

// "24h" for "24 hours", "1d" for "a day" or "1 day": the duration that was probably meant; else
// empty.
std::string meant_duration(std::string_view text);

}  // namespace partita::model
