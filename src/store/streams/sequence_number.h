#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace partita::streams {

// The stamp of a log entry as clients see it: 21 digits, which is the least that AWS allows, the
// first of them a 1. Ordered as the stamps are, as numbers and as texts.
std::string sequence_number(std::uint64_t stamp);

// The stamp, or nullopt if it is not one of ours.
std::optional<std::uint64_t> parse_sequence_number(std::string_view text);

}  // namespace partita::streams
