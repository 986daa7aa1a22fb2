#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "conformance/runner/json.h"

namespace partita::conformance {

// What a script has given names to: parts of answers and the counters of loops.
using Names = std::map<std::string, Json, std::less<>>;

// Replaces what stands for something else in a request or in an expected body:
//   "$name"               a remembered part of an answer, quotes included
//   $name                 the same inside a longer text
//   $repeat(text,count)   the text that often
//   $each(i,1..25,text)   the text for each number, with $i in it replaced, commas between
//   $nested(levels)       an attribute value inside that many lists
//   $byte(ff)             a byte that JSON cannot write
// Any other `$word` stays as it is: it may be a matcher (matching.h) or plain text.
std::string expand(std::string_view text, const Names& names);

}  // namespace partita::conformance
