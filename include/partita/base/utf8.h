#pragma once

#include <cstddef>
#include <string_view>

namespace partita {

// Whether `text` is UTF-8 as Unicode defines it: no overlong form, no surrogate, nothing above
// U+10FFFF, nothing cut off. The empty text is valid.
bool is_valid_utf8(std::string_view text);

// How many 16-bit units the text takes in UTF-16, which is the length that DynamoDB's size() tells.
// REQUIRES: is_valid_utf8(valid_utf8).
std::size_t utf16_units(std::string_view valid_utf8);

}  // namespace partita
