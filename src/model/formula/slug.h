#pragma once

#include <string>
#include <string_view>

// The filters of key templates and formulas. DO NOT CHANGE: stored keys are made with them.

namespace partita::model {

// In lower case, as Unicode says.
void append_lower(std::string& target, std::string_view text);

// "Ravi Shankar" -> "ravi_shankar": lower case; ASCII letters and digits and bytes above 127 stay,
// every run of others is one underscore, none at the ends.
void append_slug(std::string& target, std::string_view text);

}  // namespace partita::model
