#pragma once

#include <string>
#include <string_view>

namespace partita {

// Texts that a reader takes for the same but for upper and lower case have one folded form: full
// case folding of Unicode ("Straße" and "STRASSE" are one), in the composed form NFC, so that it
// does not matter either whether accents are characters of their own. Of no language: the Turkish
// dotless i is a letter of its own. A text that is not UTF-8 is only folded in its ASCII letters.
std::string fold_case(std::string_view text);

// The text in lower case, as Unicode says and as toLowerCase() of JavaScript does it: "Ä" is "ä",
// "ß" stays as it is. For texts that people read or that programs make in the same way; to find out
// whether two are the same but for case, fold them. Of no language; a text that is not UTF-8 is
// only changed in its ASCII letters.
std::string to_lower_case(std::string_view text);

}  // namespace partita
