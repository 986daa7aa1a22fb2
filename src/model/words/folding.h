#pragma once

#include <string>
#include <string_view>

namespace partita::words {

// A word without case, compatibility forms and accents; see words_of.   REQUIRES: UTF-8.
std::string fold_word(std::string_view word);

}  // namespace partita::words
