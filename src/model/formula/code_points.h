#pragma once

#include <cstddef>
#include <string_view>

namespace partita::model {

// Takes the first character off the text. REQUIRES: the text is valid UTF-8 and not empty.
char32_t take_code_point(std::string_view& valid_utf8);

// How many characters the text has. REQUIRES: as above, but it may be empty.
std::size_t count_code_points(std::string_view valid_utf8);

}  // namespace partita::model
