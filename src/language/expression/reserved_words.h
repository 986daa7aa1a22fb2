#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace partita::expression {

inline constexpr std::size_t kReservedWordCount = 573;

// Whether an attribute of that name can only be meant by a #placeholder, in any case of letters.
bool is_reserved_word(std::string_view name);

// All of them, in capitals and ascending.
std::span<const std::string_view> reserved_words();

}  // namespace partita::expression
