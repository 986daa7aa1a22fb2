#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace partita::places {

// A message as it can be stored, answered and written into a log, whatever a server or a file has
// put into it: one line of UTF-8, cut between two characters.
std::string one_line(std::string_view message, std::size_t bytes_max);

}  // namespace partita::places
